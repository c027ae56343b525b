/// \file Decompositions of the losses that ask for a distance to a margin, and of likelihoods.
#pragma once

#include <weft/ir/operators/operator.h>

namespace weft::ir {

/// (loss, reduction) with the reduction that the call names.
std::vector<Node*> reduced_loss(Decomposition& d, Node* loss);

std::vector<Node*> cosine_embedding_loss_rule(Decomposition& d);
std::vector<Node*> hinge_embedding_loss_rule(Decomposition& d);
std::vector<Node*> margin_ranking_loss_rule(Decomposition& d);
std::vector<Node*> multi_margin_loss_rule(Decomposition& d);
std::vector<Node*> multilabel_soft_margin_loss_rule(Decomposition& d);
std::vector<Node*> poisson_nll_loss_rule(Decomposition& d);
std::vector<Node*> soft_margin_loss_rule(Decomposition& d);
std::vector<Node*> triplet_margin_loss_rule(Decomposition& d);
std::vector<Node*> pairwise_distance_rule(Decomposition& d);

}  // namespace weft::ir
