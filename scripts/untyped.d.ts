/** Packages that come without types. */
declare module 'overload-protection'
