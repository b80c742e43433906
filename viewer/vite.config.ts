import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: pathOf('.'),
  plugins: [react()],
  // one classic script and one style sheet
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_000,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: pathOf('./main.tsx'),
      output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer.[ext]' },
    },
  },
  // npm run dev: pages from here, data from `seb view --port 4680`
  server: { host: '127.0.0.1', proxy: { '/api': { target: 'http://127.0.0.1:4680', changeOrigin: true } } },
});
