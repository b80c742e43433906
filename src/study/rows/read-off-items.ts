import { makeDataset } from '../../dataset/make-dataset.ts';
import type { Dataset, ItemBase } from '../../domain/dataset.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { storedWorks } from '../../run/stored-run.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { runExamples } from '../../train/rows/run-examples.ts';
import { sha256 } from '../../util/canonical-json.ts';
import type { StudyDesign } from '../design/design.ts';
import { experimentOf } from '../design/study-experiment.ts';

/** Questions about shown replies, and the true properties. */
interface ReadOff {
  readonly dataset: Dataset<ItemBase, readonly ItemBase[]>;
  /** The property of the shown reply, by item id and property. */
  readonly truths: ReadonlyMap<string, string>;
}

/** Returns the key under which `truths` has the property of an item. */
function readOffKey(item: string, name: string): string {
  return JSON.stringify([item, name]);
}

/**
 * Creates the control that shows a reply and requests its property: replies of the targets to training items, at most
 * `controls.readOff` of each task and target. A model that fails it cannot name the property at all.
 */
export async function readOffItems(
  design: StudyDesign,
  { store, run, source }: { readonly store: Store; readonly run: RunRecord; readonly source: Dataset },
): Promise<ReadOff> {
  const { targets, seed = 1, controls = {} } = design;
  const { name: experiment, training } = experimentOf(design);
  const items: ItemBase[] = [];
  const truths = new Map<string, string>();
  for (const [number, target] of targets.entries()) {
    const works = await storedWorks(store, run, experimentRegistry());
    const { examples } = await runExamples(store, works, { run: run.id, target, wordings: [training.wordings.usual] });
    for (const [task, ofTask] of Map.groupBy(examples, (each) => each.task)) {
      const byString = [...Map.groupBy(ofTask, ({ string }) => string)].toSorted(([a], [b]) =>
        sha256(`${seed} read-off ${a}`) < sha256(`${seed} read-off ${b}`) ? -1 : 1,
      );
      for (const [string, shown] of byString.slice(0, controls.readOff)) {
        const asked = new Map(
          shown.flatMap(({ property: name, shown: messages = [] }) => {
            const [message] = messages;
            return message === undefined ? [] : [[name, message.content] as const];
          }),
        );
        if (asked.size === 0) continue;
        const id = sha256(JSON.stringify([target, task, string])).slice(0, 16);
        const text = `${string} (target ${number + 1})`;
        items.push(training.shownItem({ id, group: task, text, prompts: asked }));
        for (const { property: name, value } of shown) truths.set(readOffKey(id, name), value);
      }
    }
  }
  const dataset = makeDataset({ name: `${source.name} (shown replies)`, experiment, source, items });
  return { dataset, truths };
}
