import { escapeControls } from '../../src/util/escape-controls.ts';
import type { RunSummary } from '../../src/view/contract/contract.ts';
import { useOverview } from './layout.tsx';
import { namesOf } from './model-names.ts';
import { Said } from './text.tsx';

/** Returns what a reader calls a run: its name, or its id. */
export function runName({ id, name }: Pick<RunSummary, 'id' | 'name'>): string {
  return name ?? id;
}

/** Returns a run's name with its models and experiments, to choose it from a list. */
export function runChoice(run: RunSummary): string {
  const experiments = run.experiments.map(({ name }) => name).join(', ');
  return escapeControls(`${runName(run)} · ${namesOf(run.models)} · ${experiments}`);
}

/** Shows a run's name, with its id as tooltip. */
export function RunName({ id }: { readonly id: string }) {
  const { data: overview } = useOverview();
  const run = overview?.runs.find((each) => each.id === id);
  return (
    <span title={`run ${id}`}>
      {run === undefined || run.name === null ? <code>{id}</code> : <Said text={run.name} />}
    </span>
  );
}
