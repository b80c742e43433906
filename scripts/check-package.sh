#!/usr/bin/env bash
# Packs the project, installs the package into an empty folder and uses it there, as a stranger would.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
PATH="$repository/node_modules/.bin:$PATH"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cd "$repository"
archive=$(npm pack --silent --pack-destination "$folder" | tail -n 1)
tar -tzf "$folder/$archive" | node scripts/package-files.ts

cd "$folder"
printf '{ "private": true, "type": "module" }\n' > package.json
npm install --silent --no-save "./$archive" >/dev/null
node "$repository/scripts/package-pages.ts" --check node_modules/self-execution-benchmark
npx seb --help >/dev/null
npx seb data list >/dev/null
npx seb run --model 'simulated/a?self=0.5' --limit 5 --store own/store.sqlite >/dev/null
npx seb report --store own/store.sqlite --json > report.json
cat > use.ts <<'EOF'
import { defineConfig, openStore } from 'self-execution-benchmark';
import { wilson } from 'self-execution-benchmark/stats';
const store = await openStore('own/store.sqlite');
const runs = await store.runs();
await store.close();
if (runs.length !== 1 || defineConfig({ samples: 2 }).samples !== 2 || wilson(9, 9)?.high !== 1) throw new Error('the package does not work as a library');
EOF
node use.ts

# The examples compile in a plain strict project, with the oldest and the newest TypeScript that is supported, and run.
cp node_modules/self-execution-benchmark/dist/examples/* .
cat > tsconfig.json <<'JSON'
{
  "compilerOptions": { "strict": true, "target": "es2024", "module": "nodenext", "types": ["node"], "noEmit": true, "skipLibCheck": false },
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
(cd "$repository" && SEB_PACKED="$folder/$archive" npx vitest run test/e2e/ci-page.test.ts)
echo "package $archive works from another folder ($(du -h "$archive" | cut -f1) packed)"
