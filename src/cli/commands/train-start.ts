import type { Command } from 'commander';
import { gitCommit, sebVersion } from '../../answers/prepare/provenance.ts';
import { safeJson } from '../../report/render/safe-json.ts';
import { withStore } from '../../store/use-store.ts';
import { systemClock } from '../../train/hosts/clock.ts';
import type { HyperParameters } from '../../train/hosts/host-settings.ts';
import type { PresetName } from '../../train/hosts/published-hyperparameters.ts';
import { baseNameFor, openPort, type PortName, presetParameters } from '../../train/hosts/registry.ts';
import { planLines } from '../../train/job-lines.ts';
import { maxJobWaitMs } from '../../train/jobs/follow.ts';
import type { PortSettings } from '../../train/jobs/job-event.ts';
import { readRows } from '../../train/rows/rows-folder.ts';
import { planJob, startJob } from '../../train/training.ts';
import { print, tell } from '../../util/terminal.ts';
import { isSet, positiveOption, seedOption, textOption } from '../flags/command-options.ts';
import { endWith, withContext } from './train-jobs.ts';

/** Starts or continues a training job, and follows it to its end unless `--no-wait` is set. */
export async function trainStart(command: Command): Promise<void> {
  const settings = portSettings(command);
  const folder = textOption(command, 'rows') ?? '';
  const rows = await readRows(folder);
  const isDryRun = isSet(command, 'dryRun');
  const port = await openPort(settings, { environment: process.env, clock: systemClock, sendsNothing: isDryRun });
  try {
    const planned = planJob(
      {
        rows,
        folder,
        base: baseNameFor(settings.port, textOption(command, 'base') ?? ''),
        settings,
        hyperParameters: hyperParameters(command, settings.port),
        seed: seedOption(command) ?? 1,
        price: positiveOption(command, 'trainPrice'),
        sebVersion: sebVersion(),
        gitCommit: gitCommit(),
      },
      port,
    );
    const { key, spec, estimate } = planned;
    if (isDryRun && isSet(command, 'json')) return print(safeJson({ key, spec, estimate, notes: port.notes }));
    const lines = [...planLines(planned), ...port.notes];
    if (isDryRun) return print([...lines, 'Nothing was sent.'].join('\n'));
    for (const line of lines) tell(`${line}\n`);
    const options = {
      budget: positiveOption(command, 'budget'),
      resubmit: isSet(command, 'resubmit'),
      maxWaitMs: isSet(command, 'wait') ? maxJobWaitMs : 0,
    };
    await withStore(textOption(command, 'store'), (store) =>
      withContext({ store, port, key }, async (context) =>
        endWith(command, port, await startJob(context, planned, options)),
      ),
    );
  } finally {
    await port.close();
  }
}

function portSettings(command: Command): PortSettings {
  const text = (name: string) => textOption(command, name) ?? null;
  return {
    port: textOption(command, 'port') as PortName, // validated by the option's choices
    baseUrl: text('baseUrl'),
    apiKeyVariable: text('apiKeyVariable'),
    account: text('account'),
    trainingType: text('trainingType'),
    folder: text('jobsFolder'),
    template: text('template'),
    command: text('command'),
    adapter: text('adapter'),
  };
}

function hyperParameters(command: Command, port: PortName): HyperParameters {
  const preset = textOption(command, 'preset');
  const given = preset === undefined ? null : presetParameters(preset as PresetName, port); // validated by the option's choices
  return {
    epochs: positiveOption(command, 'epochs') ?? given?.epochs ?? null,
    batchSize: positiveOption(command, 'batch', 'whole') ?? given?.batchSize ?? null,
    learningRate: positiveOption(command, 'lr') ?? given?.learningRate ?? null,
    learningRateMultiplier: positiveOption(command, 'lrMultiplier') ?? given?.learningRateMultiplier ?? null,
    loraRank: positiveOption(command, 'rank', 'whole') ?? given?.loraRank ?? null,
  };
}
