import type { Command } from 'commander';
import { storedWorks } from '../../pipeline.ts';
import type { Call } from '../../plan/call.ts';
import { conditionName, keyed, type Work } from '../../plan/work.ts';
import type { Reading } from '../../read/reading.ts';
import { safeJson } from '../../report/safe-json.ts';
import type { Outcome } from '../../score/outcome.ts';
import { storedAnswers } from '../../score/outcomes.ts';
import { batchedAnswers } from '../../store/batched-answers.ts';
import type { FoundAnswer, Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { harmless } from '../../util/text.ts';
import { experimentsOf, runsToRead } from './experiments-option.ts';
import { isSet, print, textOption, withStoreThatIs } from './store-option.ts';

interface Session {
  readonly slot: string;
  readonly part: string;
  readonly sample: number;
  readonly prompt: string;
  readonly stored: FoundAnswer | null;
  readonly failure: string | null;
  readonly reading: Reading<unknown> | null;
}

interface Shown {
  readonly work: Work;
  readonly sessions: readonly Session[];
  readonly outcomes: readonly Outcome[];
}

/** One item with everything that was said about it, each session apart. */
export async function show(id: string, item: string | null, command: Command): Promise<void> {
  await withStoreThatIs(textOption(command, 'store'), async (store) => {
    const experiments = await experimentsOf(command);
    const [run] = await runsToRead(store, [id], experiments);
    if (run === undefined) return;
    const works = chosenWorks([...(await storedWorks(store, run, experiments))], item, command);
    const shown: Shown[] = [];
    for (const work of works) shown.push(await gather(store, work));
    if (isSet(command, 'json')) return print(safeJson(shown.map(asJson)));
    print(shown.map((each) => asText(each, isSet(command, 'full'))).join('\n\n'));
  });
}

function chosenWorks(works: readonly Work[], item: string | null, command: Command): readonly Work[] {
  const experiment = textOption(command, 'experiment');
  const model = textOption(command, 'model');
  const fitting = works.filter(
    (work) =>
      (experiment === undefined || work.experiment.name === experiment) &&
      (model === undefined || work.subject.name === model),
  );
  const wanted = item ?? fitting[0]?.context.item.id;
  const chosen = fitting.filter(({ context }) => context.item.id === wanted);
  if (chosen.length > 0) return chosen;
  if (fitting.length === 0) {
    throw new AppError('unknown-item', 'the run has no such experiment or model', {
      hint: `it has ${namesOf(works, ({ experiment }) => experiment.name)} and ${namesOf(works, ({ subject }) => subject.name)}`,
    });
  }
  throw new AppError('unknown-item', `the run has no item ${wanted}`, {
    hint: `items are named like ${namesOf(fitting.slice(0, 3), ({ context }) => context.item.id)}`,
  });
}

function namesOf(works: readonly Work[], name: (work: Work) => string): string {
  return [...new Set(works.map(name))].join(', ');
}

async function gather(store: Store, work: Work): Promise<Shown> {
  const { experiment, context } = work;
  const answers = await storedAnswers(store, work, batchedAnswers(store));
  const calls = experiment.plan(context, answers);
  const keys = calls.map((call) => keyed(work, call).key);
  const stored = await store.answers(keys);
  const sessions = calls.map((call, index): Session => {
    const key = keys[index];
    const found = (key === undefined ? undefined : stored.get(key)) ?? null;
    const slotted = answers.get(call.slot, call.part, call.sample);
    return {
      ...placeOf(call),
      prompt: call.messages.map(({ content }) => content).join('\n\n'),
      stored: found,
      failure: slotted.kind === 'failed' ? slotted.detail : null,
      reading: found === null ? null : experiment.read(context, call, found.answer),
    };
  });
  return { work, sessions, outcomes: experiment.score(context, answers, 'own') };
}

function placeOf({ slot, part, sample }: Call): { slot: string; part: string; sample: number } {
  return { slot, part, sample };
}

function asJson({ work, sessions, outcomes }: Shown) {
  const { experiment, subject, context } = work;
  return {
    experiment: experiment.name,
    model: subject.name,
    condition: conditionName(context.condition),
    item: context.item,
    sessions: sessions.map(({ reading, ...session }) => ({ ...session, reading: readingText(reading) })),
    outcomes,
  };
}

const beginning = 700;

function asText({ work, sessions, outcomes }: Shown, full: boolean): string {
  const { experiment, subject, context } = work;
  const cut = (text: string) => {
    const safe = harmless(text);
    return full || safe.length <= beginning
      ? safe
      : `${safe.slice(0, beginning)}… (--full shows ${safe.length} characters)`;
  };
  const indent = (text: string) => text.replace(/^/gm, '    ');
  const title = `${experiment.name} ${harmless(context.item.id)}, ${harmless(subject.name)} (${harmless(conditionName(context.condition))})`;
  const parts = sessions.map(({ slot, part, sample, prompt, stored, failure, reading }) => {
    const place = [slot, ...(part === '' ? [] : [harmless(part)]), `sample ${sample + 1}`].join(', ');
    const tokens = stored?.answer.usage.output ?? null;
    const facts =
      stored === null ? '' : ` (${stored.answer.kind}, ${tokens === null ? 'tokens not counted' : `${tokens} tokens`})`;
    const answer =
      stored === null ? `no answer${failure === null ? ' yet' : `: ${harmless(failure)}`}` : cut(stored.answer.text);
    const read = reading === null ? '' : `\n  read as: ${cut(readingText(reading))}`;
    return `- ${place}${facts}\n  asked:\n${indent(cut(prompt))}\n  answered:\n${indent(answer)}${read}`;
  });
  return `${title}\n${'='.repeat(Math.min(100, title.length))}\n${parts.join('\n')}\n  outcome: ${outcomes.map((outcome) => cut(safeJson(outcome))).join('\n           ')}`;
}

function readingText(reading: Reading<unknown> | null): string {
  if (reading === null) return '';
  if (reading.kind === 'declined') return `declined: ${reading.detail}`;
  if (reading.kind === 'unparsed') return `unparsed: ${reading.reason}`;
  const value = reading.value instanceof Map ? Object.fromEntries(reading.value) : reading.value;
  return `${safeJson(value)} (${reading.step})`;
}
