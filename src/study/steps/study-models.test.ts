import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../../domain/run-config.ts';
import { experimentRegistry } from '../../experiments/registry.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { emptyStore } from '../../store/use-store.ts';
import { estimateStudy } from './estimate-study.ts';
import { StudyModels } from './study-models.ts';

const opened = vi.hoisted((): { readonly names: string[]; readonly closed: string[] } => ({ names: [], closed: [] }));

vi.mock('../../models/registry.ts', async (original) => {
  const registry = await original<{ createModel: (name: string, ...rest: unknown[]) => Promise<LanguageModel> }>();
  const createModel: typeof registry.createModel = async (name, ...rest) => {
    opened.names.push(name);
    const model = await registry.createModel(name, ...rest);
    return Object.assign(Object.create(model) as LanguageModel, {
      ...model,
      close: async () => {
        opened.closed.push(name);
        await model.close();
      },
    });
  };
  return { ...registry, createModel };
});

beforeEach(() => {
  opened.names.length = 0;
  opened.closed.length = 0;
});

describe('estimateStudy', () => {
  it('opens each model once for all steps, and closes it', async () => {
    const targets = ['simulated/ann', 'simulated/bob'];
    const { steps } = await estimateStudy(
      {
        targets,
        arms: ['untrained', 'self', 'cross'],
        port: { port: 'simulated' },
        itemsPerTask: { train: 2, test: 2 },
        transfer: ['association'],
        transferItems: 2,
        promptShift: { system: 'You are a pirate.' },
      },
      {},
    );
    expect(new Set(steps.map(({ step }) => step)).size).toBeGreaterThan(5);
    expect(opened).toEqual({ names: targets, closed: targets });
  });
});

describe('prepareStudyRun', () => {
  it('refuses two targets that are copies of one file, before anything is sent', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seb-copies-'));
    const weights = fileURLToPath(new URL('../../../model/weights/bo.gguf', import.meta.url));
    const targets = ['one', 'two'].map((name) => `gguf/${join(folder, `${name}.gguf`)}`);
    try {
      for (const target of targets) copyFileSync(weights, target.replace('gguf/', ''));
      const design = { targets, arms: ['self' as const, 'cross' as const], port: { port: 'simulated' as const } };
      const refused = estimateStudy({ ...design, itemsPerTask: { train: 2, test: 2 } }, {});
      await expect(refused).rejects.toMatchObject({ code: 'same-model' });
      expect(new Set(opened.closed)).toEqual(new Set(targets));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('StudyModels', () => {
  it('gives each run the models that it names, in its order', async () => {
    const names = ['simulated/ann', 'simulated/bob'];
    const models = new StudyModels({ targets: names }, names);
    const request = (subjects: readonly string[]) => ({
      named: { subjects, judge: null },
      ...{ baseUrls: new Map(), settings: defaultSettings, config: {} },
      ...{ experiments: experimentRegistry(), planned: [], store: emptyStore },
    });
    const both = await models.open(request(['simulated/bob', 'simulated/ann']));
    expect(both.subjects.map(({ name }) => name)).toEqual(['simulated/bob', 'simulated/ann']);
    const one = await models.open(request(['simulated/bob']));
    expect([...one.open.values()].map(({ model }) => model.name)).toEqual(['simulated/bob']);
    await models.close();
    expect(opened.closed).toHaveLength(2);
  });
});
