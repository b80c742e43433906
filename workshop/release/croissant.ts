/** One file of the release. */
export interface ReleasedSet {
  readonly experiment: string;
  readonly path: string;
  readonly examples: number;
  readonly sha256: string;
  readonly bytes: number;
}

/** Terms of Croissant 1.0 (http://mlcommons.org/croissant/1.0) that the metadata uses, as JSON-LD context. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  equivalentProperty: 'cr:equivalentProperty',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

/**
 * Returns Croissant metadata (JSON-LD): the files with their hashes, and one record set of ids per file. Other fields are
 * in the file's own JSON schema, because Croissant cannot describe lists of objects.
 */
export function croissant(version: string, sets: readonly ReleasedSet[]): string {
  const metadata = {
    '@context': context,
    '@type': 'sc:Dataset',
    name: 'self-execution-benchmark',
    description:
      'Items on which a language model predicts its own behavior, generated from templates of the Self-Execution Benchmark tool. No answers of models, no data about people.',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    license: 'https://www.apache.org/licenses/LICENSE-2.0',
    url: 'https://arxiv.org/abs/2508.12277',
    version,
    datePublished: '2026-11-24',
    citeAs:
      'Ezra, Weizman, Azaria: The Self-Execution Benchmark. arXiv 2508.12277 (the protocol; the items are our own)',
    distribution: sets.map(({ path, sha256, bytes }) => ({
      ...{ '@type': 'cr:FileObject', '@id': path, name: path, contentUrl: path },
      ...{ contentSize: `${bytes} B`, encodingFormat: 'application/jsonlines', sha256 },
    })),
    recordSet: sets.map(({ experiment, path, examples }) => ({
      ...{ '@type': 'cr:RecordSet', '@id': experiment, name: experiment, description: `${examples} examples` },
      field: [
        {
          ...{ '@type': 'cr:Field', '@id': `${experiment}/id`, name: `${experiment}/id`, dataType: 'sc:Text' },
          description: 'The id of the example.',
          source: { fileObject: { '@id': path }, extract: { column: 'id' } },
        },
      ],
    })),
  };
  return `${JSON.stringify(metadata, null, 2)}\n`;
}
