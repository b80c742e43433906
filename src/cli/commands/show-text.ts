import stringWidth from 'string-width';
import { conditionName } from '../../plan/item-task.ts';
import { escapeControls, oneLine } from '../../util/text.ts';
import type { Session } from '../../view/contract/contract-items.ts';
import { judgementsOf, type ReadItem } from '../../view/item-sessions.ts';
import { unitRowOf } from '../../view/unit-row.ts';
import { outcomeWordsOf } from '../../view/unit-words.ts';

const columns = 80;
const maxLength = 700;
const maxUnits = 12;

/** Text of an item for a terminal of 80 columns: what was predicted, what was done, and then each session. */
export function itemText({ work, title, sessions, outcomes }: ReadItem, full: boolean): string {
  const { experiment, subject, context } = work;
  const heading = oneLine(`${experiment.name} ${context.item.id}, ${subject.name}`, columns);
  const rows = outcomes.map((outcome) => unitRowOf(outcomeWordsOf(experiment), outcome));
  const lines = rows.map(({ unit, prediction, outcome, state, reason, agree, executions }) => {
    const what =
      state === 'missing'
        ? `missing: ${reason ?? 'no outcome'}`
        : `predicted: ${prediction} / did: ${outcome} (${agree} of ${executions}) / ${state === 'wrong' ? 'WRONG' : state}`;
    return wrapped(`${unit === '' ? '' : `${unit}: `}${what}`, 2);
  });
  const shown = full ? lines : lines.slice(0, maxUnits);
  const more = lines.length > shown.length ? [`  ${lines.length - shown.length} more (--full)`] : [];
  const judges = judgementsOf(outcomes).map(({ judge, verdicts }) =>
    wrapped(`judged by ${judge}: ${verdicts.join(', ')}`, 2),
  );
  return [
    heading,
    '='.repeat(stringWidth(heading)),
    wrapped(oneLine(title, 400), 0),
    wrapped(`condition: ${conditionName(context.condition)}`, 0),
    '',
    ...shown,
    ...more,
    ...judges,
    ...sessions.flatMap((session) => ['', ...sessionLines(session, full)]),
  ].join('\n');
}

function sessionLines({ slot, part, sample, messages, answer, failure, reading }: Session, full: boolean): string[] {
  const place = [slot, ...(part === '' ? [] : [part]), `sample ${sample + 1}`].join(', ');
  const facts =
    answer === null
      ? []
      : [
          ...(answer.kind === 'answered' ? [] : [answer.kind]),
          answer.outputTokens === null ? 'tokens not counted' : `${answer.outputTokens} tokens`,
          ...(answer.latencyMs === null ? [] : [`${Math.round(answer.latencyMs)} ms`]),
          ...(answer.cost === null || answer.cost === 0 ? [] : [`$${answer.cost.toFixed(4)}`]),
        ];
  const lines = [oneLine(`- ${place}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`, columns)];
  lines.push('  asked:', wrapped(cut(messages.map(({ content }) => content).join('\n\n'), full), 4));
  if (answer === null) lines.push(wrapped(`no answer${failure === null ? ' yet' : `: ${failure}`}`, 2));
  else {
    if (answer.reasoning !== null && answer.reasoning !== '') {
      if (full) lines.push('  reasoning:', wrapped(answer.reasoning, 4));
      else lines.push(`  reasoning: ${answer.reasoning.length} characters (--full shows them)`);
    }
    lines.push('  answered:', wrapped(cut(answer.text, full), 4));
  }
  if (reading !== null) {
    const read =
      reading.kind === 'parsed' ? `${reading.value} (${reading.step ?? ''})` : `${reading.kind}: ${reading.value}`;
    lines.push(wrapped(`read as: ${cut(read, full)}`, 2));
  }
  return lines;
}

function cut(text: string, full: boolean): string {
  if (full || text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (--full shows ${text.length} characters)`;
}

/** Text in lines of at most 80 columns, each indented; characters that steer a terminal are shown. */
function wrapped(text: string, indent: number): string {
  const space = ' '.repeat(indent);
  const width = columns - indent;
  return escapeControls(text)
    .split('\n')
    .flatMap((line) => broken(line, width))
    .map((line) => `${space}${line}`.trimEnd())
    .join('\n');
}

function broken(line: string, width: number): readonly string[] {
  if (stringWidth(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.match(/\S+\s*|\s+/g) ?? []) {
    if (current !== '' && stringWidth(current + word.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    for (const piece of pieces(word, width)) {
      if (current !== '' && stringWidth(current + piece.trimEnd()) > width) {
        lines.push(current.trimEnd());
        current = '';
      }
      current += piece;
    }
  }
  return current.trim() === '' ? lines : [...lines, current];
}

/** A word that is longer than a line, in pieces that are not. */
function pieces(word: string, width: number): readonly string[] {
  if (stringWidth(word.trimEnd()) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const own = stringWidth(character);
    if (used + own > width) {
      found.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += own;
  }
  return [...found, piece];
}
