declare const answer: number
