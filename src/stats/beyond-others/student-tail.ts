/** Returns P(T >= t) of Student's t with `degrees` > 0 degrees of freedom, by the regularized incomplete beta function. */
export function studentTail(t: number, degrees: number): number {
  const half = incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2;
  return t > 0 ? half : 1 - half;
}

/** Lanczos' approximation, coefficients of Numerical Recipes (3rd edition, section 6.1). */
function logGamma(x: number): number {
  const coefficients = [
    57.1562356658629235, -59.5979603554754912, 14.1360979747417471, -0.491913816097620199, 0.339946499848118887e-4,
    0.465236289270485756e-4, -0.983744753048795646e-4, 0.158088703224912494e-3, -0.210264441724104883e-3,
    0.217439618115212643e-3, -0.16431810653676389e-3, 0.844182239838527433e-4, -0.261908384015814087e-4,
    0.368991826595316234e-5,
  ];
  const shifted = x + 5.2421875;
  const sum = coefficients.reduce((total, each, index) => total + each / (x + index + 1), 0.999999999999997092);
  return (x + 0.5) * Math.log(shifted) - shifted + Math.log((2.5066282746310005 * sum) / x);
}

/** Returns the regularized incomplete beta function by Lentz's continued fraction (Numerical Recipes, section 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  return x < (a + 1) / (a + b + 2)
    ? (factor * betaFraction(x, a, b)) / a
    : 1 - (factor * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) break;
  }
  return fraction;
}
