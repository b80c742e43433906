import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import {
  azureFake,
  fireworksFake,
  mistralFake,
  openAiFake,
  togetherFake,
} from '../../../test/support/train/fake-dialects.ts';
import { type FakeDialect, FakeHost } from '../../../test/support/train/fake-host.ts';
import { somePortSettings } from '../../../test/support/train/requests.ts';
import { fireworksPort } from './fireworks.ts';
import { mistralPort } from './mistral.ts';
import { azurePort, openAiPort } from './openai.ts';
import type { CreateRequest, TrainingPort } from './port.ts';
import { togetherPort } from './together.ts';

const none = { epochs: null, batchSize: null, learningRate: null, learningRateMultiplier: null, loraRank: null };
const request: CreateRequest = {
  tag: 'seb-0123456789ab',
  key: '0123456789abcdef',
  base: 'base',
  train: 'file-1',
  validation: 'file-2',
  hyperParameters: none,
  seed: 7,
  rows: { arm: 'self', targets: ['simulated/ada'], count: 100 },
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function sent(
  dialect: FakeDialect,
  open: (baseUrl: string) => TrainingPort,
  hyperParameters: Partial<typeof request.hyperParameters>,
) {
  const host = await FakeHost.start(dialect);
  const port = open(host.baseUrl);
  closers.push(
    () => port.close(),
    () => host.server.close(),
  );
  await port.create({ ...request, hyperParameters: { ...none, ...hyperParameters } });
  const [received] = host.server.received;
  return { path: received?.path, headers: received?.headers, body: JSON.parse(received?.body ?? '') as unknown };
}

describe('the request that starts a job', () => {
  test('at OpenAI contains method, seed, suffix and metadata', async () => {
    const open = (baseUrl: string) =>
      openAiPort(somePortSettings('openai', { baseUrl }), { environment: { OPENAI_API_KEY: 'k-of-openai' } });
    const { path, headers, body } = await sent(openAiFake, open, {
      epochs: 1,
      batchSize: 20,
      learningRateMultiplier: 2,
    });
    expect(path).toBe('/v1/fine_tuning/jobs');
    expect(headers?.authorization).toBe('Bearer k-of-openai');
    expect(body).toEqual({
      model: 'base',
      training_file: 'file-1',
      validation_file: 'file-2',
      method: {
        type: 'supervised',
        supervised: { hyperparameters: { n_epochs: 1, batch_size: 20, learning_rate_multiplier: 2 } },
      },
      seed: 7,
      suffix: 'seb-0123456789ab',
      metadata: { seb_key: '0123456789ab', seb_tag: 'seb-0123456789ab' },
    });
  });

  test('at Azure has the training type and the key in its own header', async () => {
    const open = (baseUrl: string) =>
      azurePort(somePortSettings('azure', { baseUrl, trainingType: 'GlobalStandard' }), {
        environment: { AZURE_API_KEY: 'k-of-azure' },
      });
    const { headers, body } = await sent(azureFake, open, {});
    expect(headers?.['api-key']).toBe('k-of-azure');
    expect(body).toMatchObject({ trainingType: 'GlobalStandard', method: { supervised: { hyperparameters: {} } } });
    expect(body).not.toHaveProperty('metadata');
  });

  test('at Together requests LoRA on the answer only', async () => {
    const open = (baseUrl: string) =>
      togetherPort(somePortSettings('together', { baseUrl }), { environment: { TOGETHER_API_KEY: 'k-of-together' } });
    const { path, body } = await sent(togetherFake, open, { epochs: 1, learningRate: 2e-5, loraRank: 32 });
    expect(path).toBe('/v1/fine-tunes');
    expect(body).toEqual({
      training_file: 'file-1',
      validation_file: 'file-2',
      n_evals: 1,
      model: 'base',
      n_epochs: 1,
      learning_rate: 2e-5,
      training_method: { method: 'sft', train_on_inputs: false },
      training_type: { type: 'Lora', lora_r: 32, lora_alpha: 64 },
      suffix: 'seb-0123456789ab',
    });
  });

  test('at Fireworks names the job and its model', async () => {
    const open = (baseUrl: string) =>
      fireworksPort(somePortSettings('fireworks', { baseUrl, account: 'me' }), {
        environment: { FIREWORKS_API_KEY: 'k-of-fireworks' },
      });
    const { path, body } = await sent(fireworksFake, open, { epochs: 1, loraRank: 32 });
    expect(path).toBe('/v1/accounts/me/supervisedFineTuningJobs?supervisedFineTuningJobId=seb-0123456789ab');
    expect(body).toEqual({
      displayName: 'seb-0123456789ab',
      baseModel: 'base',
      dataset: 'file-1',
      evaluationDataset: 'file-2',
      outputModel: 'accounts/me/models/seb-0123456789ab',
      epochs: 1,
      loraRank: 32,
    });
  });

  test('at Mistral starts automatically and skips no row', async () => {
    const open = (baseUrl: string) =>
      mistralPort(somePortSettings('mistral', { baseUrl }), { environment: { MISTRAL_API_KEY: 'k-of-mistral' } });
    const { body } = await sent(mistralFake, open, { epochs: 1, learningRate: 1e-4 });
    expect(body).toEqual({
      model: 'base',
      training_files: [{ file_id: 'file-1', weight: 1 }],
      validation_files: ['file-2'],
      hyperparameters: { epochs: 1, learning_rate: 1e-4 },
      suffix: 'seb-0123456789ab',
      auto_start: true,
      invalid_sample_skip_percentage: 0,
    });
  });
});

describe('openAiPort and fireworksPort', () => {
  test('name the missing URL or account', () => {
    expect(() => openAiPort(somePortSettings('openai-compatible'), { environment: {} })).toThrow(
      'needs the address of its server',
    );
    expect(() =>
      fireworksPort(somePortSettings('fireworks'), { environment: { FIREWORKS_API_KEY: 'k-of-fireworks' } }),
    ).toThrow('the id of your account');
  });
});

describe('azurePort', () => {
  test('prints the command that deploys the model, and the name that it then has', () => {
    const port = azurePort(somePortSettings('azure'), {
      environment: { AZURE_API_KEY: 'k-of-azure', AZURE_RESOURCE_NAME: 'mine' },
    });
    closers.push(() => port.close());
    expect(port.endpoint).toBe('https://mine.openai.azure.com/openai/v1');
    expect(port.modelName('gpt-x.ft-1:seb-0')).toBe('azure/gpt-x-ft-1-seb-0');
    expect(port.servingSteps(['gpt-x.ft-1:seb-0']).join('\n')).toContain('--model-name gpt-x.ft-1:seb-0');
    const hostile = "x' $(echo executed) y";
    const command = port.servingSteps([hostile]).slice(1, -1).join('\n');
    const shell = `az() { for each in "$@"; do printf '%s\\0' "$each"; done; }; ${command}`;
    expect(execFileSync('/bin/sh', ['-c', shell], { encoding: 'utf8' }).split('\0')).toContain(hostile);
  });
});
