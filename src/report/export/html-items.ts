import type { AnsweredCall, ScoredItem } from '../../answers/outcomes/outcome-rows.ts';
import type { Call, Message } from '../../domain/call.ts';
import type { OutcomeRow } from '../../outcome-kinds/outcome-kinds.ts';
import { reasonText, slotText } from '../../outcome-kinds/words.ts';
import { displayNames } from '../../results/display-names.ts';
import { escapeHtml } from '../../util/escape-controls.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import type { ShownRows } from '../input/redact-unlicensed.ts';
import type { ReportSource } from '../input/report-input.ts';
import { type UnitRow, unitRowOf, unitWordsOf } from '../input/unit-row.ts';
import { isLogged } from '../inspect-logs/log-writer.ts';
import { htmlText } from '../render/html-text.ts';

/** Maximum number of items with their calls on a page: an item counts once for each model and condition. */
const maxItems = 500;
/** Characters of all shown items of a page, after which no more are shown. */
const maxCharacters = 8_000_000;
const maxTextLength = 4_000; // characters
const maxCellColumns = 300;

/** The items of one experiment, model and condition of a run. */
interface Group {
  readonly name: string;
  readonly items: string[];
}

/** Collects the first items of a report, each with its outcomes and calls, as HTML. */
export class HtmlItems {
  readonly #source: ReportSource;
  /** Maximum number of items of a group, so that every experiment, model and condition has some. */
  readonly #share: number;
  readonly #groups = new Map<string, Group>();
  #shown = 0;
  #total = 0;
  #characters = 0;

  constructor(source: ReportSource) {
    this.#source = source;
    this.#share = shareOf(plannedItems(source.runs), maxItems);
  }

  /** Adds an item for one model under one condition; nothing that may not be shown is kept. */
  add({ rows, calls, work }: Pick<ScoredItem, 'rows' | 'calls' | 'work'>, shown: ShownRows): void {
    const own = shown.rows.filter(isLogged);
    const [first] = own;
    if (first === undefined) return;
    this.#total += 1;
    const group = this.#groupOf(first);
    const isFull = this.#shown >= maxItems || this.#characters >= maxCharacters;
    if (isFull || group.items.length >= this.#share) return;
    const words = unitWordsOf(work.experiment);
    const [original = first] = rows;
    const html = itemHtml({
      title: (shown.isOpen ? this.#source.itemText?.(original) : null) ?? first.item,
      units: own.map(({ outcome }) => unitRowOf(words, outcome)),
      calls: shown.isOpen ? calls() : null,
    });
    this.#shown += 1;
    this.#characters += html.length;
    group.items.push(html);
  }

  /** Returns the items under a heading for each experiment, model and condition, and where the others are. */
  html(): string {
    if (this.#total === 0) return '<p>No outcomes yet.</p>';
    const { length: runs } = this.#source.runs;
    const all = `${counted(this.#total, 'item')}, counted once for each model and condition`;
    return [
      `<p>${this.#shown < this.#total ? `The first ${this.#shown} of ` : ''}${all}. `,
      '<code>seb view</code> shows every item, with search, filters and labels; ',
      `<code>outcomes.jsonl</code> beside this page has all outcomes${runs === 1 ? '' : ' of the runs'}.</p>`,
      ...[...this.#groups.values()].map(
        ({ name, items }) =>
          `<details class="part"><summary><h3>${text(name)}</h3> ${counted(items.length, 'item')}</summary>${items.join('\n')}</details>`,
      ),
    ].join('\n');
  }

  #groupOf({ run, experiment, model, condition }: OutcomeRow): Group {
    const key = JSON.stringify([run, experiment, model, condition]);
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const planned = this.#source.runs.find(({ id }) => id === run)?.config.experiments;
    const isOneCondition = planned?.find(({ name }) => name === experiment)?.conditions.length === 1;
    const parts = [model, ...(isOneCondition ? [] : [condition]), ...(this.#source.runs.length > 1 ? [run] : [])];
    const made = { name: `${experiment}: ${parts.join(', ')}`, items: [] };
    this.#groups.set(key, made);
    return made;
  }
}

/** Returns the number of items of each experiment, model and condition of the runs. */
function plannedItems(runs: ReportSource['runs']): readonly number[] {
  return runs.flatMap(({ config: { models, experiments } }) =>
    experiments.flatMap(({ dataset, conditions }) =>
      Array.from({ length: conditions.length * models.length }, () => dataset.items),
    ),
  );
}

/** Returns the largest number of items per group, at least 1, so that all groups together have at most `most`. */
function shareOf(sizes: readonly number[], most: number): number {
  let [left, share] = [most, 0];
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    share = Math.floor(left / (sizes.length - index));
    if (size > share) break;
    [left, share] = [left - size, size];
  }
  return Math.max(1, share);
}

interface ShownItem {
  readonly title: string;
  readonly units: readonly UnitRow[];
  /** Null: the calls are withheld. */
  readonly calls: readonly AnsweredCall[] | null;
}

function itemHtml({ title, units, calls }: ShownItem): string {
  return [
    `<details class="item"><summary>${statesHtml(units)} ${text(title)}</summary>`,
    unitsHtml(units),
    ...(calls === null
      ? ['<p class="sub">The calls are withheld: this data is not redistributable or has an unknown license.</p>']
      : callsHtml(calls)),
    '</details>',
  ].join('\n');
}

/** Returns the state of the only unit, or how many units have each state. */
function statesHtml(units: readonly UnitRow[]): string {
  const [first] = units;
  if (units.length === 1 && first !== undefined) return `<b class="${first.state}">${first.state}</b>`;
  const counts = Map.groupBy(units, ({ state }) => state);
  return [...counts].map(([state, own]) => `<b class="${state}">${own.length} ${state}</b>`).join(', ');
}

function unitsHtml(units: readonly UnitRow[]): string {
  const hasNames = units.some(({ unit }) => unit !== '');
  const row = ({ unit, prediction, outcome, agree, executions, state, reason }: UnitRow) => {
    const times = executions > 1 ? ` (${agree} of ${executions})` : '';
    const cells = [prediction, `${outcome}${times}`, reason === null ? state : `missing: ${reasonText(reason)}`];
    const name = hasNames ? `<th scope="row">${text(unit)}</th>` : '';
    return `<tr>${name}${cells.map((cell) => `<td>${text(cell)}</td>`).join('')}</tr>`;
  };
  const heads = [...(hasNames ? [displayNames.unit] : []), 'prediction', 'outcome', 'state'];
  return `<table class="units"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${units.map(row).join('\n')}</tbody></table>`;
}

/** Returns each prompt once, with all answers to it. */
function callsHtml(calls: readonly AnsweredCall[]): readonly string[] {
  const last = new Set(lastTurns(calls.map(({ call }) => call)));
  const asked = Map.groupBy(
    calls.filter(({ call }) => last.has(call)),
    ({ call: { slot, part, messages }, model }) => JSON.stringify([slot, part, model, messages]),
  );
  return [...asked.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { slot, part, messages } = first.call;
    const heading = [slotText(slot), ...(part === '' ? [] : [part]), first.model].join(' · ');
    return [`<h4>${text(heading)}</h4>`, ...messages.map(messageHtml), ...same.map(answerHtml)];
  });
}

/** Returns calls without the earlier turns of conversations, whose messages the last turn repeats. */
export function lastTurns(calls: readonly Call[]): readonly Call[] {
  const places = new Map(
    calls.map((call) => [JSON.stringify([call.slot, call.part, call.sample, call.predictor]), call]),
  );
  const last = new Set(places.values());
  return calls.filter((call) => last.has(call));
}

function messageHtml({ role, content, toolCalls = [] }: Message): string {
  const called = toolCalls.map(({ name, arguments: given }) => `${name}(${given})`);
  return passage('prompt', role, [content, ...called].filter((each) => each !== '').join('\n'));
}

function answerHtml({ call: { sample }, stored }: AnsweredCall): string {
  const name = `answer ${sample + 1}`;
  if (stored === null) return `<p class="sub">${name}: none</p>`;
  const { answer } = stored;
  const called = answer.kind === 'tool-call' ? answer.toolCalls.map((each) => `${each.name}(${each.arguments})`) : [];
  const end = answer.kind === 'answered' || answer.kind === 'tool-call' ? '' : ` (${answer.kind})`;
  return [
    ...(answer.reasoning === null ? [] : [passage('reasoning', `reasoning ${sample + 1}`, answer.reasoning)]),
    passage('answer', `${name}${end}`, [answer.text, ...called].filter((each) => each !== '').join('\n')),
    ...(answer.inserted === undefined
      ? []
      : [passage('answer', `inserted into answer ${sample + 1}`, answer.inserted.text)]),
  ].join('\n');
}

/** Returns a text, cut after 4,000 characters. */
function passage(kind: 'prompt' | 'reasoning' | 'answer', name: string, content: string): string {
  const cut = content.slice(0, maxTextLength).toWellFormed(); // the cut may divide a character
  const rest = content.length - cut.length;
  const more = rest > 0 ? `<p class="sub">${counted(rest, 'character')} more</p>` : '';
  return `<div class="said ${kind}"><span class="sub">${text(name)}</span><pre dir="auto">${escapeHtml(cut)}</pre>${more}</div>`;
}

/** Returns a text in one line, cut in the width of a cell. */
function text(content: string): string {
  return htmlText(oneLine(content, maxCellColumns));
}
