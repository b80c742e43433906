import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded into a process: logs the URLs of the modules that it loads to a file. */
const file = process.env.SEB_TEST_MODULES ?? '';

registerHooks({
  load: (url, context, next) => {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
