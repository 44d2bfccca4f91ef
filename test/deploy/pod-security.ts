// The restricted profile of Kubernetes' pod security standards, as a list of a pod's violations.
// https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted

interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly seccompProfile?: { readonly type: string };
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly procMount?: string;
  readonly capabilities?: { readonly add?: readonly string[]; readonly drop?: readonly string[] };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: unknown }[];
  readonly envFrom?: readonly {
    readonly configMapRef?: { name: string };
    readonly secretRef?: { name: string };
  }[];
  readonly ports?: readonly {
    readonly name: string;
    readonly containerPort: number;
    readonly hostPort?: number;
  }[];
  readonly securityContext?: SecurityContext;
  readonly [field: string]: unknown;
}

export interface Pod {
  readonly metadata: {
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly containers: readonly Container[];
    readonly initContainers?: readonly Container[];
    readonly volumes?: readonly Readonly<Record<string, unknown>>[];
    readonly securityContext?: SecurityContext & { readonly sysctls?: unknown };
    readonly hostNetwork?: boolean;
    readonly hostPID?: boolean;
    readonly hostIPC?: boolean;
    readonly enableServiceLinks?: boolean;
    readonly automountServiceAccountToken?: boolean;
    readonly terminationGracePeriodSeconds?: number;
  };
}

const volumeKinds = [
  ...[
    'configMap',
    'csi',
    'downwardAPI',
    'emptyDir',
    'ephemeral',
    'persistentVolumeClaim',
    'projected',
    'secret',
  ],
];

/** The rules that a pod breaks, each by the path of its field. */
export function restrictedProblems({ spec }: Pod): readonly string[] {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name]);
  const volumes = (spec.volumes ?? []).flatMap((volume) =>
    Object.keys(volume).filter((field) => field !== 'name' && !volumeKinds.includes(field)),
  );
  const sysctls = spec.securityContext?.sysctls === undefined ? [] : ['sysctls'];
  const containers = [...spec.containers, ...(spec.initContainers ?? [])].flatMap((container) =>
    containerProblems(container, spec.securityContext ?? {}).map((field) => `${container.name}: ${field}`),
  );
  return [...shared, ...volumes, ...sysctls, ...containers];
}

function containerProblems(container: Container, ofPod: SecurityContext): readonly string[] {
  const own = container.securityContext ?? {};
  const rules: Readonly<Record<string, boolean>> = {
    privileged: own.privileged !== true,
    allowPrivilegeEscalation: own.allowPrivilegeEscalation === false,
    runAsNonRoot: (own.runAsNonRoot ?? ofPod.runAsNonRoot) === true,
    runAsUser: (own.runAsUser ?? ofPod.runAsUser) !== 0,
    seccompProfile: ['RuntimeDefault', 'Localhost'].includes(
      (own.seccompProfile ?? ofPod.seccompProfile)?.type ?? 'Unconfined',
    ),
    'capabilities.drop': own.capabilities?.drop?.includes('ALL') === true,
    'capabilities.add': (own.capabilities?.add ?? []).every((name) => name === 'NET_BIND_SERVICE'),
    procMount: (own.procMount ?? 'Default') === 'Default',
    hostPort: (container.ports ?? []).every(({ hostPort }) => (hostPort ?? 0) === 0),
  };
  return Object.keys(rules).filter((name) => !rules[name]);
}
