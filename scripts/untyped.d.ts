/** Packages without type declarations. */
declare module 'overload-protection'
