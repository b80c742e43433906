import { z } from 'zod';
import type { ItemBase } from '../../domain/dataset.ts';
import type { RunConfig } from '../../domain/run-config.ts';
import { requiredCapabilities } from '../../experiments/experiment.ts';
import type { UnitFacts } from '../../outcome-kinds/outcome-kind.ts';
import { itemScore, kindOfOutcome, missingReason } from '../../outcome-kinds/outcome-kinds.ts';
import { AppError } from '../../util/app-error.ts';
import { parsedJson } from '../../util/canonical-json.ts';
import { plainIssues } from '../../util/plain-issues.ts';
import { itemOutcomes } from '../outcomes/outcome-rows.ts';
import { ItemAnswers } from '../plan/item-answers.ts';
import { buildRequest, type ItemTask, itemTasks } from '../plan/item-task.ts';
import { plannedCalls } from '../plan/planned-calls.ts';
import type { PreparedRun } from '../prepare/prepared-run.ts';
import { answeredCallSchema, answerOf, type ExchangedCall } from './exchanged-call.ts';

/** What another program tells of an item: its answers so far (docs/schema/calls.schema.json). */
export const exchangedAnswersSchema = z.strictObject({ item: z.string(), calls: z.array(answeredCallSchema) });

type ExchangedAnswers = z.infer<typeof exchangedAnswersSchema>;

/** Returns the answers in a line of another program. AppError with the number of the line and its invalid fields where it has none. */
export function readAnswers(line: string, number: number): ExchangedAnswers {
  const value = parsedJson(line);
  const parsed = exchangedAnswersSchema.safeParse(value, plainIssues);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].join(' ').trim());
  const what = value === undefined ? 'it is not JSON' : faults.slice(0, 3).join('; ');
  throw new AppError('bad-options', `line ${number} of the input is not an item with its answered calls: ${what}`, {
    hint: 'docs/inspect.md describes the lines; the lines before it were read',
    cause: parsed.error,
  });
}

/** A call to send: `maxOutputTokens` is the limit of its answer; null: the server's. */
interface OpenCall extends Omit<ExchangedCall, 'answer'> {
  readonly maxOutputTokens: number | null;
}

/** One prediction beside what happened; `missing` says why one of them is absent, as "slot: reason"; null: both are there. */
interface ReadUnit extends UnitFacts {
  readonly missing: string | null;
}

/** What follows for an item: calls to send; without any, what was read, with the item's score (null: nothing counts). */
type Step =
  | { readonly kind: 'ask'; readonly item: string; readonly calls: readonly OpenCall[] }
  | {
      readonly kind: 'read';
      readonly item: string;
      readonly units: readonly ReadUnit[];
      readonly score: number | null;
    };

/** A run whose calls another program sends: this one plans and reads them, and keeps nothing. */
interface CallExchange {
  readonly config: RunConfig;
  readonly items: readonly ItemBase[];
  /** Returns what follows from the answers of an item. AppError for an item that the run does not have. */
  step(given: ExchangedAnswers): Step;
}

/**
 * Opens an exchange for a prepared run of one model, one experiment and one condition. AppError for any other run, and for an
 * experiment that requires more of a model than to answer messages.
 */
export function openExchange({ config, experiments, datasets }: PreparedRun): CallExchange {
  const works = new Map([...itemTasks(config, experiments, datasets)].map((work) => [work.context.item.id, work]));
  const [planned, ...others] = config.experiments;
  const [first] = works.values();
  if (planned === undefined || first === undefined || others.length > 0 || planned.conditions.length > 1)
    throw new AppError('bad-options', 'another program asks one experiment in one condition at a time', {
      hint: 'give one --experiment, and one level of each factor',
    });
  const requires = requiredCapabilities(first.experiment, first.context.condition);
  if (requires.length > 0)
    throw new AppError(
      'bad-options',
      `${planned.name} requires more than answers to messages: ${requires.join(', ')}`,
      {
        hint: `use \`seb run --experiment ${planned.name}\``,
      },
    );
  return {
    config,
    items: [...works.values()].map(({ context }) => context.item),
    step: ({ item, calls }) => {
      const work = works.get(item);
      if (work !== undefined) return stepOf(work, calls);
      throw new AppError('bad-options', `the run has no item "${item}"`, { hint: 'the first line lists the items' });
    },
  };
}

function stepOf(work: ItemTask, given: readonly ExchangedCall[]): Step {
  const { experiment, context } = work;
  const answers = new ItemAnswers(experiment);
  for (const call of given) answers.set(call, answerOf(call));
  const open = plannedCalls(experiment, context, answers).filter((call) => !answers.has(call));
  const item = context.item.id;
  if (open.length > 0) {
    const calls = open.map(({ slot, part, sample, role, messages, ...call }) => ({
      ...{ slot, part, sample, role: role === 'judge' ? role : ('subject' as const) },
      messages: messages.flatMap(({ role: speaker, content }) =>
        speaker === 'tool' ? [] : [{ role: speaker, content }],
      ),
      maxOutputTokens:
        buildRequest(work, { slot, part, sample, role, messages, ...call }).asked.sampling.maxOutputTokens ?? null,
    }));
    return { kind: 'ask', item, calls };
  }
  const outcomes = itemOutcomes(experiment, { context, answers, reader: 'own' });
  const units = outcomes.map((outcome) => ({
    ...kindOfOutcome(outcome).facts(outcome),
    missing: missingReason(outcome, experiment.slots),
  }));
  return { kind: 'read', item, units, score: itemScore(outcomes) };
}
