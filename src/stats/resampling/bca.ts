import { drawQuantile, normalCdf, normalQuantile, tQuantile } from '../distributions.ts';
import { mean } from '../moments.ts';

/** Inputs of the interval of one measure. */
interface BootstrapSample {
  readonly estimate: number;
  /** The measure in each resample, in ascending order. */
  readonly draws: Float64Array;
  /** The measure with each unit left out in turn, where it is defined. */
  readonly leftOut: ArrayLike<number>;
  /** Number of resampled units, at least 2. */
  readonly units: number;
  readonly level: number;
}

/**
 * Returns the ends of the bias-corrected and accelerated interval (Efron 1987) with its normal quantile widened to
 * sqrt(n / (n - 1)) t(n - 1), which corrects for too narrow intervals with few clusters (Hesterberg 2015, section 5.4).
 */
export function bcaEnds(sample: BootstrapSample): readonly [low: number, high: number] {
  const { draws, units, level } = sample;
  const bias = biasCorrection(sample);
  const acceleration = accelerationOf(sample.leftOut);
  const widened = Math.sqrt(units / (units - 1)) * tQuantile(1 - (1 - level) / 2, units - 1);
  const end = (z: number) => {
    const shifted = bias + z;
    const slack = 1 - acceleration * shifted;
    // Where the acceleration reverses the scale, the end is the outermost draw.
    return drawQuantile(draws, slack <= 0 ? Number(z > 0) : normalCdf(bias + shifted / slack));
  };
  return [end(-widened), end(widened)];
}

/** Returns the normal quantile of the share of draws below the estimate; ties count one half. */
function biasCorrection({ draws, estimate }: BootstrapSample): number {
  const tie = 1e-12 * Math.max(1, Math.abs(estimate));
  let below = 0;
  for (const draw of draws) below += draw < estimate - tie ? 1 : draw <= estimate + tie ? 0.5 : 0;
  const edge = 0.5 / draws.length;
  return normalQuantile(Math.min(1 - edge, Math.max(edge, below / draws.length)));
}

/** Returns the skewness of the jackknife: sum d³ / (6 (sum d²)^1.5), d = mean - leave-one-out; 0 where nothing varies. */
function accelerationOf(leftOut: ArrayLike<number>): number {
  const centre = mean(leftOut) ?? 0;
  let squares = 0;
  let cubes = 0;
  for (let unit = 0; unit < leftOut.length; unit += 1) {
    const value = leftOut[unit] as number;
    squares += (centre - value) ** 2;
    cubes += (centre - value) ** 3;
  }
  return squares > 0 ? cubes / (6 * squares ** 1.5) : 0;
}
