import { maxSelfRuns } from '../../domain/tool.ts';
import type { Session } from '../contract/contract-items.ts';

const names: Readonly<Record<Session['kind'], string>> = {
  predict: 'prediction',
  behave: 'execution',
  judge: 'judge',
  author: 'author',
  control: 'control',
  consult: 'inner session',
  approve: 'decision about an inner session',
};

/** Returns what a reader calls a session: "prediction", "execution 2". A second prediction also has a number. */
export function sessionName({ kind, sample }: Pick<Session, 'kind' | 'sample'>): string {
  if (kind === 'consult' || kind === 'approve') return `${names[kind]} ${(sample % maxSelfRuns) + 1}`; // numbered per prediction
  return (kind === 'predict' || kind === 'control') && sample === 0 ? names[kind] : `${names[kind]} ${sample + 1}`;
}
