#nullable enable
using System;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Playkeep.Unity
{
    /// <summary>
    /// Playkeep in a scene. It stays when scenes change, follows the app going to sleep and waking up, and closes the client at the
    /// end of the game. Put one on an object of its own at the root of the first scene. All members belong to the main thread.
    /// </summary>
    [AddComponentMenu("Playkeep/Playkeep")]
    [DisallowMultipleComponent]
    public sealed class PlaykeepBehaviour : MonoBehaviour
    {
        [SerializeField]
        [Tooltip("The address of the service.")]
        private string _url = "http://127.0.0.1:8080";

        [SerializeField]
        [Tooltip("The folder of the saves, in the folder that Unity keeps for the game.")]
        private string _folder = "playkeep";

        private AppLife? _life;
        private UnityClient? _client;

        /// <summary>The one of the game, from its <c>Awake</c> on. Other objects take it in <c>Start</c>, or later.</summary>
        public static PlaykeepBehaviour? Instance { get; private set; }

        /// <summary>The address of the service. Another one counts at the next <see cref="SignIn"/>.</summary>
        public string Url
        {
            get => _url;
            set => _url = value;
        }

        /// <summary>Is there a client, since <see cref="SignIn"/>?</summary>
        public bool IsSignedIn => _client != null;

        /// <summary>The client, for sessions and for single operations on metadata.</summary>
        /// <exception cref="InvalidOperationException">There is none before <see cref="SignIn"/>.</exception>
        public PlaykeepClient Client => Open().Client;

        /// <summary>Makes the client of a player. It sends nothing before it is used.</summary>
        /// <param name="token">
        /// answers the player's access token, as <see cref="PlaykeepOptions.Token"/>. It runs on the main thread
        /// </param>
        /// <param name="playerId">
        /// the player as the service names them. With it a save opens without a network; without it the token names the player
        /// </param>
        /// <exception cref="InvalidOperationException">A player is signed in. <see cref="SignOutAsync"/> comes first.</exception>
        public PlaykeepClient SignIn(Func<CancellationToken, Task<string>> token, string? playerId = null)
        {
            if (_client != null)
                throw new InvalidOperationException("A player is signed in. Await SignOutAsync() first");
            _client = new UnityClient(_url, _folder, token, playerId);
            return _client.Client;
        }

        /// <summary>
        /// Opens the save of the player, as <see cref="PlaykeepClient.OpenSaveAsync"/>. Every call answers the same save, so each
        /// scene may ask for it; the options are those of the first call. <see cref="SignOutAsync"/> closes it.
        /// </summary>
        /// <exception cref="InvalidOperationException">There is no client before <see cref="SignIn"/>.</exception>
        public Task<Save> OpenSaveAsync(SaveOptions? options = null) => Open().OpenSaveAsync(options);

        /// <summary>Closes the client. Changes that wait stay on the device, for the next time that the player signs in.</summary>
        public Task SignOutAsync()
        {
            var client = _client;
            _client = null;
            return client?.CloseAsync() ?? Task.CompletedTask;
        }

        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void ForgetRunBefore() => Instance = null;

        private void Awake()
        {
            if (Instance != null && Instance != this)
            {
                // A scene that is loaded again brings another one.
                Destroy(gameObject);
                return;
            }
            Instance = this;
            _life = new AppLife(Application.platform == RuntimePlatform.WebGLPlayer);
            DontDestroyOnLoad(gameObject);
        }

        private void Update() => _client?.Tick();

        private void OnApplicationPause(bool pauseStatus) => Tell(_life?.OnPause(pauseStatus));

        private void OnApplicationFocus(bool hasFocus) =>
            Tell(_life?.OnFocus(hasFocus, Application.runInBackground));

        private void OnApplicationQuit() => Close();

        private void OnDestroy()
        {
            Close();
            if (Instance == this)
                Instance = null;
        }

        private void Tell(AppEvent? appEvent)
        {
            if (appEvent is AppEvent told)
                _client?.Tell(told);
        }

        private void Close()
        {
            _client?.Close();
            _client = null;
        }

        private UnityClient Open() =>
            _client ?? throw new InvalidOperationException("No player is signed in. Call SignIn first");
    }
}
