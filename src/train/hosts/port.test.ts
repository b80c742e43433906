import { describe, expect, test } from 'vitest';
import {
  azureFake,
  fireworksFake,
  mistralFake,
  openAiFake,
  togetherFake,
} from '../../../test/support/train/fake-dialects.ts';
import type { FakeDialect } from '../../../test/support/train/fake-host.ts';
import { benchOf, type PortUnderTest } from '../../../test/support/train/port-bench.ts';
import { portContract } from '../../../test/support/train/port-contract.ts';
import { somePortSettings } from '../../../test/support/train/requests.ts';
import { fireworksPort } from './fireworks.ts';
import { mistralPort } from './mistral.ts';
import { azurePort, openAiPort } from './openai.ts';
import { togetherPort } from './together.ts';

const secret = 'canary-key-of-the-host';
const common = { secret, hasPages: true, showsTag: true };

const openAi: PortUnderTest = {
  ...common,
  name: 'openai',
  dialect: openAiFake,
  open: (baseUrl, environment) => openAiPort(somePortSettings('openai', { baseUrl }), { environment }),
  environment: { OPENAI_API_KEY: secret },
  failedWord: 'failed',
};
portContract(openAi);

portContract({
  ...common,
  name: 'azure',
  dialect: azureFake,
  open: (baseUrl, environment) => azurePort(somePortSettings('azure', { baseUrl }), { environment }),
  environment: { AZURE_API_KEY: secret },
  failedWord: 'failed',
  showsTag: false,
});

portContract({
  ...common,
  name: 'together',
  dialect: togetherFake,
  open: (baseUrl, environment) => togetherPort(somePortSettings('together', { baseUrl }), { environment }),
  environment: { TOGETHER_API_KEY: secret },
  failedWord: 'error',
  hasPages: false,
});

portContract({
  ...common,
  name: 'fireworks',
  dialect: fireworksFake,
  open: (baseUrl, environment) =>
    fireworksPort(somePortSettings('fireworks', { baseUrl, account: 'me' }), { environment }),
  environment: { FIREWORKS_API_KEY: secret },
  failedWord: 'JOB_STATE_FAILED',
});

const mistral: PortUnderTest = {
  ...common,
  name: 'mistral',
  dialect: mistralFake,
  open: (baseUrl, environment) => mistralPort(somePortSettings('mistral', { baseUrl }), { environment }),
  environment: { MISTRAL_API_KEY: secret },
  failedWord: 'FAILED',
};
portContract(mistral);

/** Returns the dialect with a job list that does not say whether it is complete. Its pages do not overlap. */
function silentList(dialect: FakeDialect): FakeDialect {
  const list: FakeDialect['list'] = (jobs, request, options) => {
    const data = dataOf(dialect.list(jobs, request, options)) as readonly unknown[]; // a list in both dialects
    return { data: request.query.has('after') ? data.slice(1) : data };
  };
  return { ...dialect, list };
}

/** Returns the dialect with a job list that is always the first page, whatever was requested. */
function firstPageOnly(dialect: FakeDialect, pageSize: number): FakeDialect {
  const query = new URLSearchParams({ page: '0', page_size: String(pageSize) });
  const list: FakeDialect['list'] = (jobs, request, options) => ({
    data: dataOf(dialect.list(jobs, { ...request, query }, { ...options, pageSize })),
  });
  return { ...dialect, list };
}

function dataOf(list: unknown): unknown {
  return (list as { readonly data: unknown }).data; // both dialects return their jobs in it
}

describe('a job list that does not say whether it is complete', () => {
  test.each([
    ['openai', 'full', { ...openAi, dialect: firstPageOnly(openAiFake, 100) }],
    ['openai', 'short', { ...openAi, dialect: firstPageOnly(openAiFake, 20) }],
    ['mistral', 'full', { ...mistral, dialect: firstPageOnly(mistralFake, 100) }],
    ['mistral', 'short', { ...mistral, dialect: firstPageOnly(mistralFake, 20) }],
  ])('starts nothing where %s sends the same %s page again and again', async (_name, _size, under) => {
    const bench = await benchOf(under);
    bench.host.addOthers(130);
    await expect(bench.start()).rejects.toMatchObject({ code: 'job-list-incomplete' });
    expect(bench.host.charges).toBe(0);
    await bench.close();
  });

  test.each([
    ['openai', { ...openAi, dialect: silentList(openAiFake) }],
    ['mistral', { ...mistral, dialect: silentList(mistralFake) }],
  ])('is read until a page is empty at %s', async (_, under) => {
    const bench = await benchOf(under);
    bench.host.addOthers(130);
    bench.host.fail('create', 'lost');
    expect((await bench.start()).state.kind).toBe('succeeded');
    expect(bench.host.charges).toBe(1);
    await bench.close();
  });
});
