import { type Analysis, Analyzer } from '../../src/analyze/analyze.ts';
import type { OutcomeRow } from '../../src/outcome-kinds/outcome-kinds.ts';

/** Returns the analysis of outcome rows. */
export async function analyzed(
  rows: AsyncIterable<OutcomeRow>,
  options: ConstructorParameters<typeof Analyzer>[0],
): Promise<Analysis> {
  const analyzer = new Analyzer(options);
  for await (const row of rows) analyzer.add(row);
  return analyzer.finish();
}
