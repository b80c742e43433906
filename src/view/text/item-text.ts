import stringWidth from 'string-width';
import { conditionName, conditionText } from '../../answers/plan/item-task.ts';
import type { ReadingStep } from '../../domain/reading.ts';
import { reasonText, slotText } from '../../outcome-kinds/words.ts';
import { type UnitRow, unitRowOf, unitWordsOf } from '../../report/input/unit-row.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { Session } from '../contract/contract-items.ts';
import { judgementsOf, type ReadItem } from '../page/item-sessions.ts';
import { sessionName } from './session-name.ts';
import { wrapLines } from './wrap-lines.ts';

const maxLength = 700;
const maxUnits = 12;

/** How an answer was read, in words. */
const steps: Readonly<Record<string, string>> = {
  strict: 'in the requested form',
  fenced: 'in the requested form, inside a code fence',
  'last-object': 'from the last JSON object in the text',
  recorded: 'as the authors of the recording read it',
  text: 'the whole text',
  rule: 'by a rule',
  salvaged: 'found in a text without the requested form',
} satisfies Record<ReadingStep, string>;

/** How an item is printed: `full` prints whole texts and the reasoning, `columns` is the width of the terminal. */
interface ItemTextOptions {
  readonly run: string;
  /** Whether it is shown because it comes first, and not because it was chosen. */
  readonly isFirst: boolean;
  readonly full: boolean;
  readonly columns: number;
}

/** Returns an item as text: prediction and outcome, verdicts by judge, and then each session. */
export function itemText({ work, title, sessions, outcomes }: ReadItem, options: ItemTextOptions): string {
  const { experiment, subject, context } = work;
  const { run, isFirst, full, columns } = options;
  const heading = oneLine(`item ${context.item.id}: ${subject.name}`, columns);
  const rows = outcomes.map((outcome) => unitRowOf(unitWordsOf(experiment), outcome));
  const lines = rows.map((row) => wrapLines(unitText(row), 2, columns));
  const shown = full ? lines : lines.slice(0, maxUnits);
  const more = lines.length > shown.length ? [`  ${lines.length - shown.length} more (--full)`] : [];
  const judges = judgementsOf(outcomes).flatMap(({ judge, verdicts }) =>
    wrapLines(`judged by ${judge}: ${verdicts.join(', ')}`, 2, columns),
  );
  return [
    heading,
    '='.repeat(stringWidth(heading)),
    `${isFirst ? 'the first item' : 'an item'} of run ${run}, experiment ${experiment.name}`,
    ...wrapLines(oneLine(title, 400), 0, columns),
    ...wrapLines(`how the prediction was asked: ${conditionText(context.condition)}`, 0, columns),
    '',
    ...shown.flat(),
    ...more,
    ...judges,
    ...sessions.flatMap((session) => ['', ...sessionLines(session, { ...options, sessions })]),
  ].join('\n');
}

function unitText({ unit, prediction, outcome, state, reason, agree, executions }: UnitRow): string {
  const about = unit === '' ? '' : `${unit}: `;
  if (state === 'missing') return `${about}missing: ${reason === null ? 'no outcome' : reasonText(reason)}`;
  const verdict = state === 'wrong' ? 'WRONG' : state;
  return `${about}predicted: ${prediction} / did: ${outcome} (in ${agree} of ${counted(executions, 'execution')}) / ${verdict}`;
}

function sessionLines(
  session: Session,
  { full, columns, sessions }: ItemTextOptions & { readonly sessions: readonly Session[] },
): readonly string[] {
  const { messages, answer, failure, reading } = session;
  const text = (content: string) => wrapLines(cut(content, full), 4, columns);
  const lines = [oneLine(sessionHeading(session, sessions), columns), '  prompt:'];
  lines.push(...text(messages.map(messageText).join('\n\n')));
  if (answer === null) lines.push(...wrapLines(`no answer${failure === null ? ' yet' : `: ${failure}`}`, 2, columns));
  else {
    if (answer.reasoning !== null && answer.reasoning !== '') {
      if (full) lines.push('  reasoning:', ...wrapLines(answer.reasoning, 4, columns));
      else lines.push(`  reasoning: ${answer.reasoning.length} characters (--full shows them)`);
    }
    lines.push('  answer:', ...text([answer.text, ...(answer.calls ?? [])].filter((part) => part !== '').join('\n')));
    if (answer.inserted !== null) lines.push(...wrapLines(cut(insertedText(answer.inserted), full), 2, columns));
  }
  if (reading !== null) {
    const read =
      reading.kind === 'parsed'
        ? `${reading.value} (${steps[reading.step ?? ''] ?? reading.step ?? ''})`
        : `${reading.kind}: ${reading.value}`;
    lines.push(...wrapLines(`read as: ${cut(read, full)}`, 2, columns));
  }
  return lines;
}

/** Returns a message as text; in a conversation with a tool, what the model called and what came back. */
function messageText({ role, content, calls = [] }: Session['messages'][number]): string {
  if (role === 'tool') return `result: ${content}`;
  return [content, ...calls.map((call) => `called ${call}`)].filter((part) => part !== '').join('\n');
}

/** Returns the inserted tokens of an answer, with the smallest of their probabilities. */
function insertedText({ text, ids, probabilities }: NonNullable<NonNullable<Session['answer']>['inserted']>): string {
  const least =
    probabilities.length === 0
      ? ''
      : `, each with a probability of ${Math.min(...probabilities).toPrecision(2)} or more`;
  return `inserted: ${JSON.stringify(text)} (${counted(ids.length, 'token')}${least})`;
}

/** Returns the name of a session; with its slot where another one has the same name. */
function sessionPlace(session: Session, sessions: readonly Session[]): string {
  const placeOf = (each: Session) => (each.part === '' ? sessionName(each) : `${sessionName(each)}: ${each.part}`);
  const place = placeOf(session);
  const isShared = sessions.some((other) => other.slot !== session.slot && placeOf(other) === place);
  return isShared ? `${place}, ${slotText(session.slot)}` : place;
}

function sessionHeading(session: Session, sessions: readonly Session[]): string {
  const { answer } = session;
  const place = sessionPlace(session, sessions);
  if (answer === null) return `- ${place}`;
  const { kind, outputTokens, latencyMs, cost } = answer;
  const facts = [
    ...(kind === 'answered' ? [] : [kind]),
    outputTokens === null ? 'tokens not counted' : `${counted(outputTokens, 'token')}`,
    ...(latencyMs === null ? [] : [`${Math.round(latencyMs)} ms`]),
    ...(cost === null || cost === 0 ? [] : [`$${cost.toFixed(4)}`]),
  ];
  return `- ${place} (${facts.join(', ')})`;
}

function cut(text: string, full: boolean): string {
  if (full || text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (--full shows ${text.length} characters)`;
}

/** Returns an item as a JSON value: names, item, sessions and outcomes. */
export function itemJson({ work: { experiment, subject, context }, ...rest }: ReadItem) {
  return {
    experiment: experiment.name,
    model: subject.name,
    condition: conditionName(context.condition),
    item: context.item,
    ...rest,
  };
}
