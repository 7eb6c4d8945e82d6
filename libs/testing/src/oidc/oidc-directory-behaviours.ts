/** How the directory API answers. Objects carry the one number that matters. */
export type DirectoryBehaviour =
  | 'ok'
  /** Well, but after so many milliseconds. */
  | { readonly afterMs: number }
  /** 429 with `Retry-After` in seconds. */
  | { readonly retryAfterSeconds: number }
  | 'error-500'
  /** 403, as without the admin's consent. */
  | 'forbidden'
  /** 200 with half a JSON text. */
  | 'garbage'
  /** 200 with JSON of another shape. */
  | 'wrong-types'
  /** The next page is at another host. */
  | 'foreign-next-link'
  /** The next page is always this one. */
  | 'endless'
  /** Headers and nothing more. */
  | 'silent';
