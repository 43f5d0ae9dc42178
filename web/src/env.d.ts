interface ImportMetaEnv {
  /** The product's version, from the root package.json. */
  readonly VERSION: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
