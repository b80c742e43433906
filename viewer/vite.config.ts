import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, defineConfig } from 'vite';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** One classic script and one style sheet: the same two files are served, and put into a report. */
const page: BuildEnvironmentOptions = {
  target: 'es2022',
  cssCodeSplit: false,
  chunkSizeWarningLimit: 1_000,
  license: { fileName: 'licenses.md' },
  rolldownOptions: {
    input: pathOf('./main.tsx'),
    output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer.[ext]' },
  },
};

/** The same screens as a module for Node, which writes the first screen of a report as markup. */
const prerenderer: BuildEnvironmentOptions = {
  target: 'node22',
  minify: true,
  license: { fileName: 'prerender-licenses.md' },
  rolldownOptions: { input: pathOf('./prerender.tsx'), output: { format: 'es', entryFileNames: 'prerender.js' } },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: pathOf('.'),
  plugins: [react()],
  ssr: { noExternal: true },
  build: isSsrBuild === true ? prerenderer : page,
  // npm run dev: pages from here, data from `seb view --port 4680`
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:4680', changeOrigin: true } } },
}));
