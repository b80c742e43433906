import type { Command } from 'commander';
import { readAttributes } from '../../data/files/attribute-file.ts';
import { defaultStoreLocation } from '../../store/location.ts';
import { withExistingStore } from '../../store/use-store.ts';
import { AppError } from '../../util/app-error.ts';
import { print, tell } from '../../util/terminal.ts';
import { openBrowser } from '../../view/server/open-browser.ts';
import { attributesPath } from '../flags/attributes-flag.ts';
import { experimentsOfRuns } from '../flags/command-experiments.ts';
import { textOption } from '../flags/command-options.ts';
import { asTyped } from '../flags/next-command.ts';
import { worthGiven } from '../flags/worth-flag.ts';

/** Serves the viewer until interrupted. */
export async function view(command: Command): Promise<void> {
  const location = textOption(command, 'store') ?? defaultStoreLocation();
  // also because a mistyped name must not leave an empty store behind
  const { experiments, attributes, worth } = await withExistingStore(location, async (store) => {
    const runs = await store.runs();
    return {
      experiments: await experimentsOfRuns(runs, command),
      attributes: await attributesPath(runs, command),
      worth: worthGiven(runs, command),
    };
  });
  if (attributes !== undefined) readAttributes(attributes); // refuses a malformed table before the viewer opens
  const { serveViewer } = await import('../../view/server/serve.ts');
  const config = textOption(command, 'config') ?? null;
  const server = await serveViewer({
    ...{ location, config, experiments, asTyped: asTyped(location) },
    ...(attributes === undefined ? {} : { attributes }),
    ...(worth === null ? {} : { worth }),
    ...{ port: portOption(command), host: textOption(command, 'host') ?? null },
  });
  print(server.url);
  tell(`the viewer is open at this address; press Ctrl-C to stop it\n${readersText(server.url)}\n`);
  if (command.opts().open !== false && process.stdout.isTTY) openBrowser(server.url);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await server.close();
}

/** Returns who can read the store and write labels through the viewer. */
function readersText(url: string): string {
  const readers = url.includes('?token=') ? 'Everyone who has this address' : 'Every user of this machine';
  return `${readers} can read the whole store and add labels through it.`;
}

function portOption(command: Command): number | null {
  const text = textOption(command, 'port');
  if (text === undefined) return null;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new AppError('bad-number', `--port needs a number up to 65535, not "${text}"`, {
    hint: 'for example --port 8000',
  });
}
