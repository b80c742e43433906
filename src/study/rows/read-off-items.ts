import { makeDataset } from '../../dataset/make-dataset.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { property } from '../../experiments/property/index.ts';
import type { PropertyItem } from '../../experiments/property/items.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import { storedWorks } from '../../run/execute-run.ts';
import type { RunRecord, Store } from '../../store/store.ts';
import { runExamples } from '../../train/rows/run-examples.ts';
import { sha256 } from '../../util/canonical-json.ts';
import type { StudyDesign } from '../design/design.ts';

/** Questions about shown replies, and the true properties. */
interface ReadOff {
  readonly dataset: Dataset<PropertyItem, readonly PropertyItem[]>;
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
  { targets, seed = 1, controls = {} }: StudyDesign,
  { store, run, source }: { readonly store: Store; readonly run: RunRecord; readonly source: Dataset },
): Promise<ReadOff> {
  const items: PropertyItem[] = [];
  const truths = new Map<string, string>();
  for (const [number, target] of targets.entries()) {
    const works = await storedWorks(store, run, experimentRegistry());
    const { examples } = await runExamples(store, works, { run: run.id, target, wordings: ['asked-before'] });
    for (const [task, ofTask] of Map.groupBy(examples, (each) => each.task)) {
      const byString = [...Map.groupBy(ofTask, ({ string }) => string)].toSorted(([a], [b]) =>
        sha256(`${seed} read-off ${a}`) < sha256(`${seed} read-off ${b}`) ? -1 : 1,
      );
      for (const [string, shown] of byString.slice(0, controls.readOff)) {
        const asked = shown.flatMap(({ property: name, shown: messages = [] }) => {
          const [message] = messages;
          return message === undefined ? [] : [[name, message.content] as const];
        });
        const [first] = asked;
        if (first === undefined) continue;
        const id = sha256(JSON.stringify([target, task, string])).slice(0, 16);
        const properties = asked.map(([name]) => name);
        items.push({
          id,
          task,
          string: `${string} (target ${number + 1})`,
          prompt: first[1],
          properties,
          asked: Object.fromEntries(asked),
        });
        for (const { property: name, value } of shown) truths.set(readOffKey(id, name), value);
      }
    }
  }
  const dataset = makeDataset({ name: `${source.name} (shown replies)`, experiment: property.name, source, items });
  return { dataset, truths };
}
