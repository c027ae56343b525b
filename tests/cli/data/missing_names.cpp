// Uses of names of libtorch that weft lacks. Each line with a mark is one error, and says so.
#include <torch/torch.h>

namespace nn = torch::nn;
namespace F = torch::nn::functional;

struct Net : nn::Module {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
  nn::Linear fc{nullptr};
};

void training(Net& net, torch::Tensor x, torch::Tensor y) {
  torch::optim::Adam adam(net.parameters(), 1e-3);        // error: there is no torch::optim
  torch::optim::SGDOptions options(0.1);                  // error: there is no torch::optim
  torch::optim::StepLR schedule(adam, 1, 0.5);            // error: there is no torch::optim
  torch::data::datasets::MNIST digits("data");            // error: there is no torch::data
  torch::data::transforms::Normalize<> normal(0.5, 0.5);  // error: there is no torch::data
  torch::data::transforms::Stack<> stack;                 // error: there is no torch::data
  torch::data::Example<> example(x, y);                   // error: there is no torch::data
  torch::data::make_data_loader(digits, 64);              // error: there is no torch::data
  torch::data::samplers::RandomSampler sampler(10);       // error: there is no torch::data
  torch::autograd::grad({y}, {x});                        // error: there are no gradients
  nn::utils::clip_grad_norm_(net.parameters(), 1.0);      // error: there are no gradients
  torch::save(std::string("text"), "net.pt");             // error: torch::save takes tensors
  torch::jit::load("net.pt");                             // error: weft has no TorchScript
}

struct Saved : nn::Module {
  void save(torch::serialize::OutputArchive& a) const override;  // error: overriding final function
};
struct Square : torch::autograd::Function<Square> {};   // error: register an operator
struct Data : torch::data::datasets::Dataset<Data> {};  // error: there is no torch::data

void operators(torch::Tensor x) {
  x = torch::pinverse(x);                                    // error: no linear algebra of this
  x = torch::linalg::svd(x, true);                           // error: no linear algebra of this
  x = torch::fft::fftn(x);                                   // error: weft has no complex numbers
  x = torch::stft(x, 4);                                     // error: weft has no complex numbers
  x = torch::gru_cell(x, x, x, x);                           // error: as a module only
  x = torch::gcd(x, x);                                      // error: does not have this yet
  x = torch::atleast_2d(x);                                  // error: does not have this yet
  x = torch::tril_indices(3, 3);                             // error: does not have this yet
  x = F::gumbel_softmax(x);                                  // error: does not have this yet
  x = F::affine_grid(x, 1);                                  // error: does not have this yet
  auto packed = nn::utils::rnn::pack_padded_sequence(x, x);  // error: weft has no packed sequences
}

void modules() {
  nn::CTCLoss loss(1);              // error: does not have this yet
  nn::CrossMapLRN2d norm(2);        // error: does not have this yet
  nn::FractionalMaxPool2d pool(3);  // error: does not have this yet
}
