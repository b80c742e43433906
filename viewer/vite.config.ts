import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One classic script and one style sheet: the same two files are served, and put into a report. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_000,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: fileURLToPath(new URL('./main.tsx', import.meta.url)),
      output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer.[ext]' },
    },
  },
  // npm run dev: pages from here, data from `seb view --port 4680`
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:4680', changeOrigin: true } } },
});
