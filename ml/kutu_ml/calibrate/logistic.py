"""Logistic regression with an L2 penalty on standardized inputs, by Newton's method (IRLS)."""

from dataclasses import dataclass

import numpy as np

NEWTON_STEPS = 40


@dataclass(frozen=True)
class Logistic:
    bias: float
    weights: np.ndarray

    def predict(self, x: np.ndarray) -> np.ndarray:
        """Returns the probability of each row of x, [n, inputs]."""
        return 1 / (1 + np.exp(-(x @ self.weights + self.bias)))


def fit_logistic(x: np.ndarray, y: np.ndarray, sample_weights: np.ndarray, penalty: float) -> Logistic:
    """Fits x [n, inputs] to y [n] of 0 to 1. The penalty weighs squared weights against the mean log loss."""
    mean, std = x.mean(0), x.std(0) + 1e-6
    inputs = np.concatenate([np.ones((len(x), 1)), (x - mean) / std], 1)
    weights = sample_weights / sample_weights.sum()
    ridge = np.eye(inputs.shape[1]) * penalty
    ridge[0, 0] = 0
    beta = np.zeros(inputs.shape[1])
    for _ in range(NEWTON_STEPS):
        p = 1 / (1 + np.exp(-inputs @ beta))
        hessian = (inputs * (weights * np.maximum(p * (1 - p), 1e-9))[:, None]).T @ inputs + ridge
        hessian[0, 0] += 1e-9
        step = np.linalg.solve(hessian, inputs.T @ (weights * (p - y)) + ridge @ beta)
        beta -= step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-7:
            break
    slopes = beta[1:] / std
    return Logistic(float(beta[0] - slopes @ mean), slopes)
