import { a } from '~/lib/a'
export const Hello = () => <p title="~/lib/a">{a}</p>
