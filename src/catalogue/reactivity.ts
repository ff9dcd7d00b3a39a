/** Modules that the functions of the view library are imported from. */
export const reactivityModules = ['ui', '@ui', 'vue', '@vue'] as const;

/** The functions of the view library, by what they do with the values that they are given. */
const functionsByRole = {
  /** Return a ref that holds the argument. */
  ref: 'ref shallowRef',
  /** Return the argument, or another view of the same. */
  same: 'reactive shallowReactive readonly shallowReadonly markRaw toRaw proxyRefs',
  /** Return what a ref or getter holds. */
  value: 'unref toValue',
  computed: 'computed',
  'to-ref': 'toRef',
  'to-refs': 'toRefs',
  watch: 'watch',
  /** Only run the functions that they are given. */
  run: [
    'watchEffect watchPostEffect watchSyncEffect nextTick onScopeDispose onBeforeMount onMounted onBeforeUpdate',
    'onUpdated onBeforeUnmount onUnmounted onActivated onDeactivated onServerPrefetch onErrorCaptured',
    'onBeforeRouteLeave onBeforeRouteUpdate',
  ].join(' '),
  /** Only read their arguments. */
  read: 'triggerRef isRef isReactive isReadonly isProxy',
  props: 'defineProps',
  'props-with-defaults': 'withDefaults',
  model: 'defineModel',
  component: 'defineComponent defineOptions',
  /** Return the component that is set up, with all that it has. */
  instance: 'getCurrentInstance',
};

/** What a function of the view library does with the values that it is given. */
export type ReactiveRole = keyof typeof functionsByRole;

/** The functions of the view library that values are followed through. */
export const reactiveFunctions: ReadonlyMap<string, ReactiveRole> = new Map(
  Object.entries(functionsByRole).flatMap(([role, names]) =>
    names.split(' ').map((name): [string, ReactiveRole] => [name, role as ReactiveRole]),
  ),
);

/** Functions that get at what code around them has without naming it. */
export const revealingFunctions = ['eval', 'getCurrentInstance', 'defineOptions'] as const;

/** Members of the component that is set up which have all that it sets up. */
export const instanceMembers = ['proxy', 'setupState', 'ctx', 'devtoolsRawSetupState'] as const;

/** Components of the view library that only read what they are given. An outlet hands it to any page. */
export const viewComponents = [
  ...['Transition', 'TransitionGroup', 'KeepAlive', 'Teleport', 'Suspense', 'RouterLink'],
] as const;

/** Options of a component whose functions run with it, and whose results are not used. */
export const componentHooks = [
  ...['beforeCreate', 'created', 'beforeMount', 'mounted', 'beforeUpdate', 'updated', 'beforeUnmount'],
  ...['unmounted', 'activated', 'deactivated', 'errorCaptured', 'serverPrefetch', 'render', 'head'],
  ...['beforeRouteEnter', 'beforeRouteUpdate', 'beforeRouteLeave', 'beforeDestroy', 'destroyed'],
] as const;

/** Members of a component's instance that only read their arguments. */
export const instanceReaders = ['$t', '$tc', '$n', '$d', '$te', '$rt', '$nextTick', '$forceUpdate'] as const;
