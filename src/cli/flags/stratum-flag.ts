import { Option } from 'commander';
import { defaultStratumColumns } from '../../domain/stratum.ts';

/** Returns the flag that names the column of the items within whose values predictions are dealt. */
export function stratumOption(): Option {
  const columns = `${defaultStratumColumns.slice(0, -1).join(', ')} or ${defaultStratumColumns.at(-1)}`;
  return new Option(
    '--stratum <COLUMN>',
    `shuffle predictions within equal values of this column (default: ${columns})`,
  );
}
