/**
 * Builds the viewer into a folder: viewer.js, viewer.css and the licenses of what is in them. Run: node scripts/build-viewer.ts FOLDER
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const [outDir] = process.argv.slice(2);
if (outDir === undefined) throw new Error('name the folder to build into');
process.env.NODE_ENV = 'production'; // a test that has a report written would build for development
const configFile = fileURLToPath(new URL('../viewer/vite.config.ts', import.meta.url));
const output = { outDir: resolve(outDir), emptyOutDir: true };
await build({ mode: 'production', configFile, logLevel: 'warn', build: output });
