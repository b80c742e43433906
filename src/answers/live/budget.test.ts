import { describe, expect, it } from 'vitest';
import { type Answer, noMetadata, type Usage } from '../../domain/answer.ts';
import { answerCost, costOf, maxCost, mayBeCharged } from '../../domain/price.ts';
import { maxTokens } from '../../domain/usage.ts';
import { failed } from '../../models/failures/failure.ts';
import { Budget } from './budget.ts';
import { Reservation } from './reservation.ts';

const price = { input: 2, output: 10, cachedInput: 0.5 };
const never = new AbortController().signal;
const usage = { input: 1_000_000, cachedInput: 400_000, output: 100_000, reasoning: null, raw: null };

describe('the cost of an answer', () => {
  it('charges cached input once, at its own price', () => {
    expect(costOf(usage, price)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.1 * 10, 12);
  });
  it('is null, not 0, where a count or the price is unknown', () => {
    expect(costOf(usage, null)).toBeNull();
    expect(costOf({ ...usage, output: null }, price)).toBeNull();
    expect(costOf({ ...usage, input: null }, price)).toBeNull();
  });
  it('is 0 for a free model, with and without counts', () => {
    expect(costOf({ ...usage, output: null }, { input: 0, output: 0, cachedInput: null })).toBe(0);
  });
});

describe('answerCost', () => {
  const answer: Answer = { kind: 'answered', text: 'four', ...noMetadata, usage };
  const counted = (more: Partial<Usage>): Answer => ({ ...answer, usage: { ...usage, ...more } });
  it('uses the server’s counts', () => {
    expect(answerCost(answer, price)).toBe(costOf(usage, price));
    expect(answerCost({ ...counted({ output: 0 }), text: '' }, price)).not.toBeNull();
  });
  it.each([
    ['no output for a text', { output: 0 }],
    ['no input', { input: 0, cachedInput: 0 }],
    ['more cached tokens than tokens', { cachedInput: 2_000_000 }],
    ['an unknown count', { output: null }],
  ])('is null where the counts cannot be true: %s', (_, more) => {
    expect(answerCost(counted(more), price)).toBeNull();
  });
  it('counts reasoning tokens beside the output tokens, however they are reported', () => {
    const full = answerCost(counted({ output: 3020, reasoning: 3000 }), price);
    expect(answerCost(counted({ output: 20, reasoning: 3000 }), price)).toBe(full);
    const raw = { total_tokens: 1_003_020 };
    expect(answerCost(counted({ output: 20, reasoning: 15, raw }), price)).toBe(full);
    expect(answerCost(counted({ output: 20, raw }), price)).toBe(full); // the total alone shows them
    expect(answerCost(counted({ output: 20, raw: { totalTokenCount: 1_003_020 } }), price)).toBe(full);
    expect(answerCost(counted({ output: 3020, reasoning: 3000, raw }), price)).toBe(full); // included already
  });
  it('is 0 for a free model', () => {
    expect(answerCost(counted({ output: null }), { input: 0, output: 0, cachedInput: null })).toBe(0);
  });
});

describe('mayBeCharged', () => {
  it.each([
    [failed('network', '', { unreached: true }), false],
    [failed('rate-limited', '', { status: 429 }), false],
    [failed('overloaded', '', { status: 503 }), false],
    [failed('invalid-request', '', { status: 400 }), false],
    [failed('server-error', '', { status: 500 }), true],
    [failed('server-error', '', { status: 502 }), true],
    [failed('server-error', '', { status: 504 }), true],
    [failed('invalid-request', ''), false],
    [failed('network', ''), true],
    [failed('timeout', ''), true],
    [failed('server-error', ''), true],
    [failed('overloaded', '', { status: 200 }), true],
    [failed('bad-response', ''), true],
  ])('judges %j', (failure, expected) => {
    expect(mayBeCharged(failure)).toBe(expected);
  });
});

it('reserves the maximum cost of a call’s prompt and answer', () => {
  const messages = [
    { role: 'system', content: 'a'.repeat(100) },
    { role: 'user', content: 'b'.repeat(200) },
  ] as const;
  const call = { model: 'm', sampling: { maxOutputTokens: 1000 }, messages, slot: 'execute', sample: 0 } as const;
  expect(maxCost(call, price)).toBeCloseTo(((66 + 116) * 2 + 1000 * 10) / 1e6, 12);
  expect(maxCost({ ...call, sampling: {} }, price)).toBeCloseTo(((66 + 116) * 2) / 1e6, 12);
  expect(maxCost(call, null)).toBe(0);
});

it('never estimates fewer tokens than a tokenizer can produce', () => {
  expect(maxTokens('a'.repeat(100))).toBe(50 + 16);
  for (const letter of ['é', 'א', '中', '😀']) {
    expect(maxTokens(letter.repeat(100))).toBeGreaterThanOrEqual(Buffer.byteLength(letter) * 100);
  }
});

const callOf = (dollars: number) => ({ model: 'm', dollars });

describe('a budget', () => {
  it('counts reservations and earlier spending', async () => {
    const budget = new Budget({ limit: 1, spent: 0.5, stop: never });
    expect(await budget.reserve(callOf(0.4))).toBe(true);
    budget.settle(callOf(0.4), 0.3);
    expect(budget.spent).toBeCloseTo(0.8, 12);
    expect(await budget.reserve(callOf(0.3))).toBe(false);
    expect(await budget.reserve(callOf(0.2))).toBe(true);
  });
  it('waits for calls in flight before it refuses', async () => {
    const budget = new Budget({ limit: 1, spent: 0, stop: never });
    expect(await budget.reserve(callOf(0.9))).toBe(true);
    let answered = false;
    const second = budget.reserve(callOf(0.9)).finally(() => {
      answered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false); // together they could exceed the limit
    budget.settle(callOf(0.9), 0.05); // cheaper than its maximum
    expect(await second).toBe(true);
  });
  it('counts possible charges of failed attempts', async () => {
    const budget = new Budget({ limit: 1, spent: 0, stop: never });
    expect(await budget.reserve(callOf(0.6))).toBe(true);
    budget.cancel(callOf(0.6));
    budget.mayHaveCost(0.6);
    expect(budget.unsure).toBe(0.6);
    expect(await budget.reserve(callOf(0.6))).toBe(false);
  });
  it('allows everything without a limit', async () => {
    expect(await new Budget({ limit: null, spent: 1e9, stop: never }).reserve(callOf(1e9))).toBe(true);
  });
  it('raises the reserves of a model, in flight too, to what an answer cost', async () => {
    const budget = new Budget({ limit: 10, spent: 0, stop: never });
    await budget.reserve(callOf(1));
    await budget.reserve(callOf(1));
    budget.settle(callOf(1), 3);
    expect(budget.reserved).toBe(3); // of the second call
    expect(budget.reserveFor({ model: 'other', dollars: 1 })).toBe(1);
    expect(await budget.reserve(callOf(1))).toBe(true); // 3 spent, 6 reserved
    budget.settle(callOf(1), 3);
    budget.settle(callOf(1), 3);
    expect(await budget.reserve(callOf(1))).toBe(false);
  });
  it('sends few calls of a model until its reserves hold, and more with every answer', async () => {
    const budget = new Budget({ limit: 1000, spent: 0, stop: never });
    let sent = 0;
    const all = Array.from({ length: 40 }, () => budget.reserve(callOf(1)).then(() => (sent += 1)));
    const settled = () => new Promise((resolve) => setImmediate(resolve));
    const seen: number[] = [];
    for (let ended = 0; ended < 40; ended += 1) {
      await settled();
      seen.push(sent - ended);
      budget.settle(callOf(1), 0.5);
    }
    await Promise.all(all);
    expect(seen.slice(0, 5)).toEqual([2, 2, 4, 6, 8]); // in flight, after 0, 1, 2, ... answers
  });
});

describe('a budget that workers share', () => {
  const limit = 4;

  /** Draws as the store does: what the others have drawn and what is spent is not free. */
  function sharedPurse() {
    const drawn = new Map<string, number>();
    const ledger = { spent: 0 };
    const worker = (name: string) =>
      new Budget({
        limit,
        spent: 0,
        stop: never,
        purse: {
          draw: async (needed, held) => {
            const others = [...drawn].reduce((sum, [other, dollars]) => sum + (other === name ? 0 : dollars), 0);
            const free = limit - ledger.spent - others;
            const granted = free < needed ? held : Math.max(needed, free / 8);
            drawn.set(name, granted);
            return { granted, free, others };
          },
          left: async () => limit - ledger.spent,
        },
      });
    const give = (name: string) => drawn.delete(name);
    return { ledger, worker, give };
  }

  it.each([
    ['one call after another', 1],
    ['four calls at a time', 4],
  ])('is not spent twice by a worker that needs no new draw: %s', async (_, atOnce) => {
    const { ledger, worker, give } = sharedPurse();
    const call = { model: 'm', dollars: 0.4 };
    const spendAll = async (name: string) => {
      const budget = worker(name);
      let isCovered = true;
      for (let round = 0; isCovered && round < 100; round += 1) {
        // a budget without an end fails below
        const taken = await Promise.all(
          Array.from({ length: atOnce }, () => budget.reserve(call)).map(async (asked) => {
            const isTaken = await asked;
            if (isTaken) {
              ledger.spent += 0.18; // the store counts an answer when it is stored
              budget.settle(call, 0.18);
            }
            return isTaken;
          }),
        );
        isCovered = taken.every(Boolean);
      }
      give(name);
    };
    await Promise.all(['first', 'second', 'third'].map(spendAll));
    expect(ledger.spent).toBeLessThanOrEqual(limit);
    expect(ledger.spent).toBeGreaterThan(limit - 2 * 0.4);
  });
});

it('keeps the money of an attempt without an answer reserved until the possible charge is stored', async () => {
  const budget = new Budget({ limit: 10, spent: 0, stop: never });
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  const funds = { budget, keep: () => stored, hold: async () => {}, isShared: false };
  const reservation = new Reservation(funds, { model: 'a', dollars: 1 });
  await reservation.take();
  const settled = reservation.settleUnanswered();
  expect({ reserved: budget.reserved, unsure: budget.unsure }).toEqual({ reserved: 1, unsure: 0 });
  resolve();
  await settled;
  expect({ reserved: budget.reserved, unsure: budget.unsure }).toEqual({ reserved: 0, unsure: 1 });
});
