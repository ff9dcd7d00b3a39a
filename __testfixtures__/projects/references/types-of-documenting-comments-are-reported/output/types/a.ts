export interface A { a: 1 }
