#!/usr/bin/env bash
# Packs the project, installs the package into an empty folder and uses it there, as a stranger would. An argument is a folder
# with another version of node than that of this checkout.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
PATH="${1:+$1:}$repository/node_modules/.bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cd "$repository"
archive=$(npm pack --silent --pack-destination "$folder" | tail -n 1)
tar -tzf "$folder/$archive" | node scripts/package-files.ts

cd "$folder"
printf '{ "private": true, "type": "module" }\n' > package.json
npm install --silent --no-save "./$archive" >/dev/null
node "$repository/scripts/package-pages.ts" --check node_modules/self-execution-benchmark
npx --no seb --help >/dev/null
npx --no seb data list >/dev/null
npx --no seb run --model 'simulated/a?self=0.5' --limit 5 --store own/store.sqlite >/dev/null
npx --no seb report --store own/store.sqlite --json > report.json
# The output of the sources, byte by byte; the optional packages for PDF and for models are those of the repository.
for optional in pdfkit svg-to-pdfkit node-llama-cpp; do ln -s "$repository/node_modules/$optional" node_modules/; done
(cd "$repository" && SEB_INSTALLED="$folder/node_modules/self-execution-benchmark" npx vitest run test/all/package-output.test.ts)
rm node_modules/{pdfkit,svg-to-pdfkit,node-llama-cpp}
cat > use.ts <<'EOF'
import { defineConfig, openStore } from 'self-execution-benchmark';
import { wilson } from 'self-execution-benchmark/stats';
const store = await openStore('own/store.sqlite');
const runs = await store.runs();
await store.close();
if (runs.length !== 1 || defineConfig({ samples: 2 }).samples !== 2 || wilson(9, 9)?.high !== 1) throw new Error('the package does not work as a library');
EOF
node use.ts

# A CommonJS folder, as `npm init` makes it: the config file that is shipped loads, and the library can be required.
mkdir commonjs && cd commonjs
npm init -y >/dev/null
npm pkg set type=commonjs
npm install --silent --no-save "../$archive" >/dev/null
cp node_modules/self-execution-benchmark/dist/examples/seb.config.ts .
npx --no seb run --dry-run > dry-run.txt 2> notes.txt
grep -q 'calls in total' dry-run.txt
if grep -qi warning notes.txt; then cat notes.txt; exit 1; fi
cat > use.js <<'EOF'
const entries = ['', '/stats', '/properties', '/report', '/study'].map((entry) => require('self-execution-benchmark' + entry));
if (entries.some((entry) => Object.keys(entry).length === 0)) throw new Error('an entry exports nothing');
entries[0]
  .measure({ models: ['simulated/a'], experiments: ['association'], limit: 2, store: 'store.sqlite' })
  .then(({ status }) => console.log(status));
EOF
test "$(node use.js)" = finished

# On the oldest version of Node, and on one that is too old, which it says.
test "$(npx --yes node@22.18.0 use.js 2>/dev/null)" = finished
npx --yes node@22.18.0 node_modules/self-execution-benchmark/dist/cli/seb.js run --dry-run > dry-run.txt 2>/dev/null
grep -q 'calls in total' dry-run.txt
for entry in '' /stats /properties /report /study; do
  echo "import('self-execution-benchmark$entry').catch(({ message }) => console.log(message))" > old.mjs
  npx --yes node@20 old.mjs > old.txt
  grep -q '^self-execution-benchmark needs Node 22.18 or newer, but this is 20' old.txt
done
cd ..

# The examples compile in a plain strict project, with the oldest and the newest TypeScript that is supported, and run.
cp -r node_modules/self-execution-benchmark/dist/examples/* .
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": { "strict": true, "target": "es2024", "module": "nodenext", "types": ["node"], "noEmit": true, "skipLibCheck": false, "exactOptionalPropertyTypes": true },
  "include": ["*.ts"]
}
JSON
npm install --silent --no-save "./$archive" @types/node@24 zod@4 >/dev/null
for version in 5.9 7; do
  npx --yes -p "typescript@$version" tsc -p tsconfig.json
  echo "the examples compile with TypeScript $(npx --yes -p "typescript@$version" tsc --version)"
done
for example in measure own-model own-experiment report; do
  node "$example.ts" >/dev/null
done

# Every command of docs/ci.md, with the package installed as that page says.
(cd "$repository" && SEB_PACKED="$folder/$archive" npx vitest run test/all/ci-page.test.ts)
echo "package $archive works from another folder with Node $(node --version) ($(du -h "$archive" | cut -f1) packed)"
