"""Muon for the matrices of the blocks, AdamW for the embedding and the norms."""
import torch


def orthogonalise(update):
    """Newton-Schulz iteration: the nearest matrix with all singular values near one."""
    tall = update.shape[0] > update.shape[1]
    matrix = update.T if tall else update
    matrix = (matrix / (matrix.norm() + 1e-7)).bfloat16()
    for _ in range(5):
        square = matrix @ matrix.T
        matrix = 3.4445 * matrix + (-4.7750 * square + 2.0315 * square @ square) @ matrix
    return (matrix.T if tall else matrix).float()


class Optimizer:
    def __init__(self, network, matrix_rate: float, other_rate: float, matrix_decay=0.01, embedding_decay=0.0):
        named = list(network.named_parameters())
        self.matrices = [(p, 3 if "query_key_value" in name else 2 if "gate_up" in name else 1)
                         for name, p in named if p.dim() == 2 and "embedding" not in name]
        self.momentum = [torch.zeros_like(p) for p, _ in self.matrices]
        norms = [p for _, p in named if p.dim() < 2]
        self.adam = torch.optim.AdamW([
            dict(params=[network.embedding.weight], weight_decay=embedding_decay),
            dict(params=norms, weight_decay=0.0)], lr=other_rate, betas=(0.9, 0.98))
        self.parameters = list(network.parameters())
        self.matrix_rate, self.other_rate, self.matrix_decay = matrix_rate, other_rate, matrix_decay

    @torch.no_grad()
    def step_matrices(self, rate: float):
        for (parameter, parts), momentum in zip(self.matrices, self.momentum):
            momentum.mul_(0.95).add_(parameter.grad)
            ahead = parameter.grad + 0.95 * momentum
            parameter.mul_(1 - rate * self.matrix_decay)
            # A fused matrix holds several: each is made orthogonal on its own.
            for weight, update in zip(parameter.chunk(parts), ahead.chunk(parts)):
                stretch = max(1, weight.shape[0] / weight.shape[1]) ** 0.5
                weight.add_(orthogonalise(update), alpha=-rate * stretch)

    def zero(self):
        for parameter in self.parameters:
            parameter.grad = None

    def step(self, factor: float):
        """One step at `factor` of the full learning rates."""
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        for group in self.adam.param_groups:
            group["lr"] = self.other_rate * factor
        self.step_matrices(self.matrix_rate * factor)
        self.adam.step()

    def state(self):
        return dict(momentum=self.momentum, adam=self.adam.state_dict())

    def load(self, state):
        for mine, saved in zip(self.momentum, state["momentum"]):
            mine.copy_(saved)
        self.adam.load_state_dict(state["adam"])
