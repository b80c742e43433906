import { Option } from 'commander';
import { probabilityScales } from '../../domain/probability.ts';

/** Returns the flag that declares the scale of stated probabilities. Runs are read again with it; nothing is sent. */
export function probabilityScaleOption(): Option {
  const help = 'scale of stated probabilities without a percent sign (default: by all values of a model and condition)';
  return new Option('--probability-scale <SCALE>', help).choices(probabilityScales);
}
