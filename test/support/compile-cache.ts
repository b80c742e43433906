import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Runs before each test file. Node compiles each module once, not once for each of the hundreds of processes that the
// tests start. Each user has an own folder, because a folder of another user cannot be written.
const folder = join(tmpdir(), `seb-test-compile-cache-${process.getuid?.() ?? ''}`);
enableCompileCache(folder);
process.env.NODE_COMPILE_CACHE = folder;

// What commands remember of the test user's keys stays out of the home folder.
process.env.XDG_STATE_HOME = join(folder, 'state');
