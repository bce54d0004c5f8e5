export type { BodyOf, DataOf, Wire } from '@cinnabar/api/wire.js';
