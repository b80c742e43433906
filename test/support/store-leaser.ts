import { openStore } from '../../src/store/open.ts';

/** Program that takes the lease of a run, holds dollars for calls in flight, prints whether it got it, and keeps running. */
const [location = '', run = '', held = '0'] = process.argv.slice(2);
const store = await openStore(location);
const lease = await store.lease(run as never);
await lease?.hold(() => Number(held));
process.stdout.write(lease === null ? 'refused\n' : 'taken\n');
setInterval(() => {}, 1000);
