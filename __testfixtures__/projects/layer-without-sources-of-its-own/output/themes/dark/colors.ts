export const colors = []
