import { Option } from 'commander';
import { probabilityScales } from '../../domain/probability.ts';

/** Returns the flag that declares the scale of stated probabilities. Runs are read again with it; nothing is sent. */
export function probabilityScaleOption(): Option {
  const help = 'scale of probabilities without a percent sign (default: by all values of a model)';
  return new Option('--probability-scale <SCALE>', help).choices(probabilityScales);
}
