interface ImportMetaEnv {
  /** The product's version, from the root package.json. */
  readonly VERSION: string;
  /** The paths of the calls that src/first-calls.ts makes. */
  readonly CSRF_PATH: string;
  readonly IDENTITY_PATH: string;
  readonly WORLD_PATH: string;
  /** The address of the first page of the product settings. */
  readonly FIRST_PRODUCTS_URL: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}

/** The replies to the calls of src/first-calls.ts, by address; `null` for a call that failed. */
declare var firstReplies: Map<string, Promise<Response | null>> | undefined;
