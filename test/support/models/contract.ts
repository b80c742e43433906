import { afterEach, describe, expect, test } from 'vitest';
import type { Answer, Attempt, FailureCode } from '../../../src/domain/answer.ts';
import type { LanguageModel, ModelRequest } from '../../../src/models/language-model.ts';
import { canonicalJson } from '../../../src/util/canonical-json.ts';

/** A model prepared so that the request has a known result. */
interface Staged {
  readonly model: LanguageModel;
  readonly request: ModelRequest;
}

/** One implementation of the port, prepared for every result of a request that it supports. */
interface Implementation {
  readonly name: string;
  /** An ordinary question; of several concurrent ones, every one is answered. */
  readonly answered: () => Promise<Staged>;
  readonly truncated?: () => Promise<Staged>;
  readonly filtered?: () => Promise<Staged>;
  readonly failures?: Partial<Record<FailureCode, () => Promise<Staged & { readonly retryable: boolean }>>>;
  /**
   * Does not end before it is aborted. `begun` resolves while the request is in progress; after the abort, `idle`
   * resolves when nothing is open.
   */
  readonly slow?: () => Promise<
    Staged & { readonly begun: () => Promise<unknown>; readonly idle: () => Promise<unknown> }
  >;
  /** Must never appear in a model's fields or in a failure. */
  readonly secret?: string;
}

const answerFields = ['finishReason', 'kind', 'logprobs', 'reasoning', 'served', 'text', 'usage'];

function expectComplete(answer: Answer): void {
  expect(
    Object.keys(answer)
      .filter((field) => field !== 'extracted')
      .sort(),
  ).toEqual(answerFields);
  expect(Object.keys(answer.usage).sort()).toEqual(['cachedInput', 'input', 'output', 'raw', 'reasoning']);
  expect(Object.keys(answer.served).sort()).toEqual(['fingerprint', 'model', 'upstream']);
  expect(JSON.parse(canonicalJson(answer))).toEqual(answer); // no undefined, and no value that JSON cannot represent
}

async function ended(staged: Staged, kind: Attempt['kind']): Promise<Attempt> {
  const attempt = await staged.model.ask(staged.request);
  expect(attempt).toMatchObject({ kind });
  return attempt;
}

type Stage = <S extends Staged>(make: () => Promise<S>) => Promise<S>;

function testAnswering({ answered, secret }: Implementation, stage: Stage): void {
  test('answers with every field', async () => {
    const answer = (await ended(await stage(answered), 'answered')) as Answer;
    expectComplete(answer);
    expect(answer.text.length).toBeGreaterThan(0);
  });

  test('has a name without secrets', async () => {
    const { model } = await stage(answered);
    const { name, identity, endpoint, defaultConcurrency } = model;
    for (const text of [name, identity, endpoint]) expect(text).not.toBe('');
    expect(name).toMatch(/^[\w.-]+\/.+/);
    expect(defaultConcurrency).toBeGreaterThanOrEqual(1);
    if (secret !== undefined) expect(JSON.stringify(model)).not.toContain(secret);
  });

  test('answers many requests at once, and does not change them', async () => {
    const { model, request } = await stage(answered);
    const before = structuredClone(request.messages);
    const answers = await Promise.all(Array.from({ length: 12 }, () => model.ask(request)));
    expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 12 }, () => 'answered'));
    expect(request.messages).toEqual(before);
  });

  test('rejects when the signal was aborted before', async () => {
    const { model, request } = await stage(answered);
    await expect(model.ask({ ...request, signal: AbortSignal.abort() })).rejects.toThrow();
  });

  test('closes idempotently', async () => {
    const { model } = await stage(answered);
    await model.close();
    await model.close();
  });
}

function testOtherEnds(implementation: Implementation, stage: Stage): void {
  for (const kind of ['truncated', 'filtered'] as const) {
    const make = implementation[kind];
    if (make === undefined) continue;
    test(`returns an answer of kind ${kind}`, async () => {
      expectComplete((await ended(await stage(make), kind)) as Answer);
    });
  }

  for (const [code, make] of Object.entries(implementation.failures ?? {})) {
    test(`fails as ${code}`, async () => {
      const staged = await stage(make);
      const failure = await ended(staged, 'failed');
      expect(failure).toMatchObject({ code, retryable: staged.retryable });
      expect(
        Object.keys(failure)
          .filter((field) => field !== 'maxRetries')
          .sort(),
      ).toEqual(['code', 'kind', 'message', 'retryAfterMs', 'retryable', 'status']);
      expect(JSON.stringify(failure)).not.toMatch(/authorization|bearer/i);
      if (implementation.secret !== undefined) expect(JSON.stringify(failure)).not.toContain(implementation.secret);
    });
  }
}

function testAbort(slow: NonNullable<Implementation['slow']>, stage: Stage): void {
  test('rejects at once on abort and frees its resources', async () => {
    const { model, request, begun, idle } = await stage(slow);
    const controller = new AbortController();
    const asked = model.ask({ ...request, signal: controller.signal });
    const rejected = expect(asked).rejects.toThrow();
    await begun();
    controller.abort();
    await rejected;
    await idle();
  });
}

/** Tests the behavior that every language model must have, whatever its implementation. */
export function modelContract(implementation: Implementation): void {
  describe(`the contract of language models: ${implementation.name}`, () => {
    const open: LanguageModel[] = [];
    const stage: Stage = async (make) => {
      const staged = await make();
      open.push(staged.model);
      return staged;
    };
    afterEach(async () => {
      for (const model of open.splice(0)) await model.close();
    });
    testAnswering(implementation, stage);
    testOtherEnds(implementation, stage);
    if (implementation.slow !== undefined) testAbort(implementation.slow, stage);
  });
}
