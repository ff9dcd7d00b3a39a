export interface U { a: 1 }
