export class Names {}
