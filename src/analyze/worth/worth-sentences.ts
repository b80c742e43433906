import { originLimits } from '../../results/model-origin.ts';
import type { Worth, WorthGain, WorthSignalResult } from '../../results/worth.ts';
import { counted, fixed, signedText } from '../../util/numbers.ts';
import { assertNever } from '../../util/types.ts';
import type { ModelAnswers } from './model-answers.ts';
import { panelText } from './panel.ts';

type Facts = Omit<Worth, 'question' | 'answer' | 'limits' | 'next'>;

type Scaled = Pick<Worth, 'unit'>;
type Gain = Pick<WorthGain, 'value' | 'interval'>;

/** Returns an amount per 1,000 requests: US dollars, or points (hundredths of a right answer for each request). */
function amountText(worth: Pick<Worth, 'unit' | 'pass'>, value: number): string {
  return withUnit(worth, value, placesOf(worth, { value, interval: null }));
}

/** Returns a gain with its interval. */
function gainText(worth: Pick<Worth, 'unit' | 'pass'>, gain: Gain): string {
  const places = placesOf(worth, gain);
  return `${withUnit(worth, gain.value, places)}${rangeText(worth, gain.interval, places)}`;
}

/** Returns a gain with its sign and its interval, without its unit. */
export function bareGainText(worth: Scaled, gain: Gain): string {
  const places = placesOf(worth, gain);
  return `${signedText(shownGain(worth, gain.value), places)}${rangeText(worth, gain.interval, places)}`;
}

function withUnit(worth: Pick<Worth, 'unit' | 'pass'>, value: number, places: number): string {
  const text = bare(worth, Math.abs(value), places);
  const sign = value < 0 && Number(text) !== 0 ? '−' : '';
  if (worth.unit === 'dollars per 1,000 requests') return `${sign}$${text}`;
  return `${sign}${text} points${worth.pass === null ? '' : ' of accuracy'}`;
}

function bare(scaled: Scaled, value: number, places: number): string {
  return fixed(shownGain(scaled, value), places);
}

/** Returns a gain in the unit that is shown: dollars per 1,000 requests as they are, right answers per 1,000 requests as points. */
export function shownGain({ unit }: Pick<Worth, 'unit'>, value: number): number {
  return unit === 'dollars per 1,000 requests' ? value : value / 10;
}

function rangeText(worth: Scaled, interval: WorthGain['interval'], places: number): string {
  return interval === null ? '' : ` [${interval.map((end) => bare(worth, end, places)).join(', ')}]`;
}

/** Returns the decimals of a gain and its interval: cents, and more where all are small. */
function placesOf({ unit }: Scaled, { value, interval }: Gain): number {
  if (unit === 'right answers per 1,000 requests') return 1;
  const largest = Math.max(...[value, ...(interval ?? [])].map(Math.abs));
  return largest === 0 || largest >= 0.1 ? 2 : Math.min(8, 2 - Math.floor(Math.log10(largest)));
}

/** Returns the question, the answer in a few sentences, and what limits it. */
export function worthSentences(
  facts: Facts,
  stated: Pick<ModelAnswers, 'asked' | 'unread' | 'unreadCosts' | 'fields'>,
): Pick<Worth, 'question' | 'answer' | 'limits'> {
  const { task } = facts;
  return {
    question: `${questionText(facts)} (${task}${facts.score === null ? '' : `, ${facts.score}`}, ${counted(facts.items, 'item')})`,
    answer: answerText(facts),
    limits: limitTexts(facts, stated),
  };
}

/** Returns what is asked: whether the signals that a model is asked for, or else the free ones, choose well. */
function questionText({ pass, signals }: Facts): string {
  const asked = signals.filter(({ asks }) => asks);
  const used = (asked.length > 0 ? asked : signals).map(({ about }) => `the ${about.replace(/^choice by /, '')}`);
  return `Does it pay to use ${used.join(' or ')} to choose which requests ${pass === null ? 'get no answer' : `go to ${pass}`}?`;
}

function answerText(facts: Facts): string {
  const asked = facts.signals.filter(({ asks }) => asks);
  if (asked.length === 0) return `No signal asks a model. ${freeText(facts)}`;
  return asked.map((signal) => signalText(facts, signal)).join(' ');
}

/** What a constant is, after its name. */
const betterText = ', the better choice without a signal';

function signalText(facts: Facts, signal: WorthSignalResult): string {
  const start = valueText(facts);
  const change = gainClause(facts, signal.overConstant);
  const gain = `${change} ${per(facts)}against ${constantText(facts, signal)}`;
  const { verdict, detectable, freeSignal, about } = signal;
  if (verdict === null) return '';
  switch (verdict) {
    case 'worth asking':
      return `Worth asking: ${start}the ${about} ${gain}${betterText}; it also beats passing on the same share at random${facts.signals.some(({ asks }) => !asks) ? ' and every free signal' : ''}.`;
    case 'not shown to beat a free signal': {
      const free = facts.signals.find(({ name }) => name === freeSignal);
      const named = free === undefined ? '' : ` ${freeSignalText(facts, free)}`;
      return `Not shown to beat a free signal: ${start}the ${about} ${gain}${betterText}.${named}`;
    }
    case 'not worth it at these prices': {
      const prices = facts.unit === 'dollars per 1,000 requests' ? 'Not worth it at these prices' : 'Not worth it';
      return `${prices}: ${start}the ${about} ${gain}.`;
    }
    case 'not shown to pay':
      return `Not shown to pay: ${start}the ${about} ${gain}.`;
    case 'not distinguishable': {
      const found =
        detectable === null ? '' : ` 4 of 5 such runs would find a gain of ${amountText(facts, detectable)}.`;
      return `Not distinguishable from ${constantText(facts, signal)}: ${start}the ${about} ${`${change} ${per(facts)}`.trimEnd()}.${found}`;
    }
    case 'not available before answering':
      return `Not available before answering: ${start}the ${about} ${gain}, with the answer of ${facts.keep} paid for every request.`;
    default:
      return assertNever(verdict);
  }
}

/** Returns what the free signal that is as good would bring; to use it is advised where it is itself shown to pay. */
function freeSignalText(facts: Facts, free: WorthSignalResult): string {
  const gains = `The ${free.about} ${gainClause(facts, free.overConstant)}`;
  if (free.beatsConstants === true) return `${gains} and needs no call: use that.`;
  return `${gains} and needs no call, but is not shown to pay: more items would tell whether it is as good.`;
}

/** Returns what a signal changes as a clause: `saves $1.20 [0.80, 1.60]`; `loses 3.0 points [1.0, 5.0]` where that is shown. */
function gainClause(facts: Facts, { value, interval }: Gain): string {
  const [saves, loses] = facts.unit === 'dollars per 1,000 requests' ? ['saves', 'costs'] : ['gains', 'loses'];
  if (value >= 0) return `${saves} ${gainText(facts, { value, interval })}`;
  if (interval === null || interval[1] > 0) return `brings ${gainText(facts, { value, interval })}`;
  return `${loses} ${gainText(facts, { value: -value, interval: [-interval[1], -interval[0]] })}`;
}

/** Returns the unit of time of an amount in dollars. Points are shares and need none. */
function per({ unit }: Facts): string {
  return unit === 'dollars per 1,000 requests' ? 'per 1,000 requests ' : '';
}

function valueText({ prices }: Facts): string {
  return prices === null ? '' : `at $${prices.right} for a right answer, `;
}

/** Returns the constant that a gain is against: the one with the lesser gain. */
function constantText({ keep, pass }: Facts, { overKeep, overPass }: WorthSignalResult): string {
  if (overKeep.value < overPass.value) return `always ${keep}`;
  return pass === null ? 'always abstaining' : `always ${pass}`;
}

function freeText(facts: Facts): string {
  const [best] = facts.signals.toSorted((one, other) => other.overConstant.value - one.overConstant.value);
  if (best === undefined) return '';
  return `The ${best.about} ${gainClause(facts, best.overConstant)} ${per(facts)}against ${constantText(facts, best)}.`;
}

/** Returns which fields of a log may be a free signal, and the flag that makes one of them a signal; null where it has no such field. */
export function fieldsText({ fields = [] }: Pick<ModelAnswers, 'fields'>): string | null {
  const [first] = fields;
  return first === undefined ? null : `the logs have the fields ${fields.join(', ')}: add --stratum ${first}`;
}

function limitTexts(
  facts: Facts,
  stated: Pick<ModelAnswers, 'asked' | 'unread' | 'unreadCosts' | 'fields'>,
): readonly string[] {
  const { signals, missing, items, groups, errorLimit, keep, pass, panel } = facts;
  const { asked, unread, unreadCosts } = stated;
  return [
    ...signals.flatMap(({ about, reason }) => (reason === null ? [] : [`${about}: ${reason}`])),
    ...(facts.otherScores.length === 0
      ? []
      : [`other scores of these logs: ${facts.otherScores.join(', ')} (--score NAME)`]),
    ...(unread === undefined ? [] : [`${keep} ${unread}`]),
    ...(unreadCosts === undefined || facts.prices === null
      ? []
      : [`${unreadCosts}: these cost what the others do on average`]),
    ...(signals.some(({ asks }) => !asks)
      ? []
      : [`no free signal to compare with: ${fieldsText(stated) ?? 'a column `subject` in the data would give one'}`]),
    ...(missing === 0 ? [] : [`${counted(missing, 'item')} without an outcome, counted at their worst for a verdict`]),
    ...signals.flatMap(({ about, missing: count }) =>
      count === 0 ? [] : [`${about}: missing for ${counted(count, 'item')}, which are kept`],
    ),
    ...(signals.every(({ name }) => name !== 'own')
      ? []
      : asked === 'before'
        ? [
            `${keep} is asked before it answers, on every request${facts.prices === null ? '' : '; the saving is net of what this costs'}`,
          ]
        : [
            `${keep} stated its confidence ${asked === 'after-answer' ? 'after' : 'with'} its answer, so each request pays for the call of ${keep}: this decides only ${pass === null ? 'which answers are withheld' : `which requests go to ${pass} as well`}`,
          ]),
    ...(panel === null ? [] : [panelText(panel, keep)]),
    ...(errorLimit === null ? [] : [errorLimitText(errorLimit)]),
    ...(groups < items ? [`${counted(groups, 'group')} of dependent items`] : []),
    ...originLimits([keep, ...(pass === null ? [] : [pass])]),
    'holds for requests like these: another mix has another answer',
    '“worth asking” would be said by mistake in at most 5 % of such commands',
  ];
}

function errorLimitText(limit: NonNullable<Worth['errorLimit']>): string {
  const percent = (value: number) => `${fixed(100 * value, 1)} %`;
  if (limit.kind === 'none') return `--max-error ${percent(limit.maxError)}: not possible here (${limit.reason})`;
  return `--max-error ${percent(limit.maxError)}: ${percent(limit.keptShare)} can be kept; there ${percent(limit.error)} are wrong, at most ${percent(limit.upper)} with 95 % confidence`;
}
