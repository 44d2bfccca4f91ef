using System.Runtime.CompilerServices;

[assembly: InternalsVisibleTo("Playkeep.Client.Tests")]
[assembly: InternalsVisibleTo("Playkeep.Unity")]
[assembly: InternalsVisibleTo("playkeep-test-host")]
