/** Declarations for packages without types. */
declare module '0x'
declare module '@clinic/*'
declare module 'autocannon-compare'
